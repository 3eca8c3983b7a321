import { useState } from 'react';
import { stored } from '../../../platform/browser/stored.ts';
import { useSession } from '../../../platform/session/session.tsx';
import type { Quoted } from './outbox.ts';
import { QuotedContent } from './quoted.ts';

export type Quoting = ReturnType<typeof useQuote>;

/** The message that the next one answers; like the draft, it is kept until it is sent or dropped. */
export function useQuote(ticketId: number) {
  const { user } = useSession();
  const key = `quote-${user.id}-${ticketId}`;
  const [quoted, setQuoted] = useState(() => read(stored.read(key)));
  return {
    quoted,
    quote(next: Quoted | undefined) {
      setQuoted(next);
      if (next) stored.write(key, JSON.stringify(next));
      else stored.remove(key);
    },
  };
}

function read(text: string | undefined): Quoted | undefined {
  try {
    return text === undefined ? undefined : QuotedContent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
