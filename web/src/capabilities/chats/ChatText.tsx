import type { Chat } from '@prosa/contracts/chats';
import { type ReactNode, useCallback } from 'react';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { PlainTextContext } from '../chat/text/Markup.tsx';
import styles from './Chats.module.css';
import { findTicketByCode } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';
import { membersOf, readStretches } from './mentions.ts';

/** Inside, texts show whom they mention, and protocol numbers lead to their tickets. */
export function ChatTexts({ chat, children }: { chat: Chat; children: ReactNode }) {
  const { user } = useSession();
  const names = JSON.stringify(membersOf(chat));
  const show = useCallback(
    (text: string): ReactNode => {
      if (!text.includes('@') && !text.includes('#')) return text;
      const members: ReturnType<typeof membersOf> = JSON.parse(names);
      return readStretches(text, members).map(({ text: words, member, code }, place) => {
        const key = `${place}${words}`;
        if (code !== undefined) return <TicketLink key={key} code={code} />;
        return member ? (
          <b key={key} className={styles.mention} data-me={member.id === user.id || undefined}>
            {words}
          </b>
        ) : (
          words
        );
      });
    },
    [names, user.id],
  );
  return <PlainTextContext value={show}>{children}</PlainTextContext>;
}

function TicketLink({ code }: { code: string }) {
  const text = useMessages(chatsMessages);
  const navigate = useNavigate();
  const open = async () => {
    // What could not be asked and what is not there look the same to who asked.
    const address = await findTicketByCode(code).catch(() => undefined);
    if (address === undefined) notify('warning', text('noTicket', { code }));
    else navigate(address);
  };
  return (
    <button type="button" className={styles.ticket} aria-label={text('openTicket', { code })} onClick={() => void open()}>
      #{code}
    </button>
  );
}
