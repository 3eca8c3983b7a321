import { authLive } from '@prosa/contracts/session';
import { notify } from '../browser/notices.ts';
import { useMessages } from '../language/messages.ts';
import { noteEndedElsewhere } from '../session/kept-drafts.ts';
import { sessionMessages } from '../session/session.messages.ts';
import { useSessionState } from '../session/session.tsx';
import { useLive } from './live.ts';

const forgetAfter = 1000;

/** A login on another computer ends this one: told first, forgotten a second later. */
export function useSignedInElsewhere(): void {
  const text = useMessages(sessionMessages);
  const { state, actions } = useSessionState();
  useLive(authLive, ({ action, user }) => {
    if (action !== 'update' || state.status !== 'signedIn' || user.id !== state.user.id) return;
    noteEndedElsewhere();
    notify('warning', text('elsewhere'), { milliseconds: 6000 });
    setTimeout(actions.forget, forgetAfter);
  });
}
