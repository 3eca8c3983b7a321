import { createContext, useContext, useState } from 'react';
import { useMedia } from '../../platform/browser/media.ts';
import { stored } from '../../platform/browser/stored.ts';

const openKey = 'contactDrawer';
const besideScreen = '(min-width: 1200px)';

/** Whether the conversation is itself shown beside something, and has no room beside it however wide the screen. */
export const HasNoRoomBeside = createContext(false);

/** Beside the chat where there is room, and then as it was left last; over it elsewhere, and then only when asked for. */
export function useDrawer() {
  const hasNoRoom = useContext(HasNoRoomBeside);
  const isBeside = useMedia(besideScreen) && !hasNoRoom;
  const [beside, setBeside] = useState(() => stored.read(openKey) !== 'closed');
  const [over, setOver] = useState(false);
  const set = (open: boolean) => {
    if (!isBeside) return setOver(open);
    stored.write(openKey, open ? 'open' : 'closed');
    return setBeside(open);
  };
  const isOpen = isBeside ? beside : over;
  return { isOpen, isBeside, toggle: () => set(!isOpen), close: () => set(false) };
}
