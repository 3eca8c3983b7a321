import type { Message } from '@prosa/contracts/messages';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.tsx';

/** Asks once before sending if a colleague answered while the user was typing. */
export function useColleagueGuard(arrival: Message | undefined, words: string) {
  const { user } = useSession();
  const [seen, setSeen] = useState(arrival?.id);
  const [colleague, setColleague] = useState<string>();
  const [isWarned, setWarned] = useState(false);
  const isEmpty = words.trim() === '';
  if (arrival && arrival.id !== seen) {
    setSeen(arrival.id);
    if (arrival.fromMe && arrival.user && arrival.user.id !== user.id && !isEmpty) setColleague(arrival.user.name);
  }
  if (isEmpty && colleague !== undefined) {
    setColleague(undefined);
    setWarned(false);
  }
  return {
    warning: isWarned ? colleague : undefined,
    /** True the first time: the question is shown instead of sending. */
    holds(): boolean {
      if (colleague === undefined || isWarned) return false;
      setWarned(true);
      return true;
    },
  };
}
