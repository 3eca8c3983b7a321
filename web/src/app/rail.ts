import { useState } from 'react';
import { useMedia } from '../platform/browser/media.ts';
import { useSection } from '../platform/browser/navigation.ts';
import { stored } from '../platform/browser/stored.ts';

/**
 * Whether the menu is only icons. On the tickets page that is the default below 1536 px, so that list, chat and drawer
 * fit side by side; elsewhere below 1200 px, so that tables do. Each of the two places remembers its own choice.
 */
export function useRail(): [boolean, () => void] {
  const onTickets = useSection() === '/tickets';
  const tight = useMedia(onTickets ? '(max-width: 1535px)' : '(max-width: 1199px)');
  const key = onTickets ? 'menuRail.tickets' : 'menuRail';
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const choice = chosen[key] ?? stored.read(key);
  const rail = choice === undefined ? tight : choice === 'true';
  const toggle = () => {
    stored.write(key, String(!rail));
    setChosen({ ...chosen, [key]: String(!rail) });
  };
  return [rail, toggle];
}
