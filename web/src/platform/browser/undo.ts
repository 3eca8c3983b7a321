import { commonMessages } from '../language/common.messages.ts';
import { currentLanguage, textIn } from '../language/messages.ts';
import { dismissNotice, notify, shownNotices } from './notices.ts';

/** Tell of a deed that can be taken back for as long as the notice is shown, by its button or by the undo key. */
export function notifyUndoable(text: string, undo: () => void): void {
  notify('success', text, { action: { label: textIn(currentLanguage(), commonMessages, 'undo'), onAction: undo, undoes: true } });
}

/** Takes back the last deed that still can be. False when there is none. */
export function undoLast(): boolean {
  const notice = shownNotices.get().findLast(({ action }) => action?.undoes);
  if (!notice?.action) return false;
  dismissNotice(notice.id);
  notice.action.onAction();
  return true;
}
