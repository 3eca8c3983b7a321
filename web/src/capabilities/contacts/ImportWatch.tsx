import { contactsImportLive } from '@prosa/contracts/contacts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import { notify, rewordNotice, shownNotices, type Tone } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useLive } from '../../platform/live/live.ts';
import { contacts } from './contacts.data.ts';
import { importWatchMessages } from './import-watch.messages.ts';

/** The progress notice disappears after this time without events. */
const noticeMilliseconds = 30_000;
const doneMilliseconds = 5000;

/** Shows the progress of the user's import on every page. */
export function ImportWatch() {
  const text = useMessages(importWatchMessages);
  const queryClient = useQueryClient();
  const notice = useRef<number>(undefined);
  const tell = (tone: Tone, words: string, milliseconds: number) => {
    const isShown = shownNotices.get().some(({ id }) => id === notice.current);
    if (notice.current === undefined || (!isShown && tone !== 'info')) notice.current = notify(tone, words, { milliseconds });
    // How far it is does not come back once it was dismissed; the end is told in any case.
    else if (isShown) rewordNotice(notice.current, tone, words, milliseconds);
  };
  useLive(contactsImportLive, ({ action, done, total, error }) => {
    if (action === 'progress') return tell('info', text('importProgress', { done, total }), noticeMilliseconds);
    if (action === 'finished') tell('success', text('importDone', { total }), doneMilliseconds);
    else tell('danger', text('importFailed', { reason: errorText(error) }), doneMilliseconds);
    notice.current = undefined;
    void queryClient.invalidateQueries({ queryKey: [...contacts.key, 'page'] });
  });
  return null;
}
