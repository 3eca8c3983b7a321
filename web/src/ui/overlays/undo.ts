import { dismissNotice, notify, shownNotices } from '../../platform/browser/notices.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { currentLanguage, textIn } from '../../platform/language/messages.ts';

/** Tell of an action that can be taken back for as long as the notice is shown, by its button or by the undo key. */
export function notifyUndoable(text: string, undo: () => void): void {
  notify('success', text, { action: { label: textIn(currentLanguage(), commonMessages, 'undo'), onAction: undo, undoes: true } });
}

/** Takes back the last action that still can be. False when there is none. */
export function undoLast(): boolean {
  const notice = shownNotices.get().findLast(({ action }) => action?.undoes);
  if (!notice?.action) return false;
  dismissNotice(notice.id);
  notice.action.onAction();
  return true;
}
