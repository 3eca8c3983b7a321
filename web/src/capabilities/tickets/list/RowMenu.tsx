import type { Ticket } from '@prosa/contracts/tickets';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TransferIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChatIcon, CheckIcon, EyeIcon, MoreIcon, RefreshIcon, TagIcon } from '../../../ui/icons/icons.tsx';
import { NewTabIcon, ReturnIcon, SelectIcon } from '../../../ui/icons/list-icons.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { ticketsMessages } from '../tickets.messages.ts';
import { deedsOf, type RowDeed } from './row-actions.ts';

type RowMenuProps = { ticket: Ticket; maySpy: boolean; onDeed: (deed: RowDeed, ticket: Ticket) => void };

export function RowMenu({ ticket, maySpy, onDeed }: RowMenuProps) {
  const text = useMessages(ticketsMessages);
  const label = text('actionsNamed', { name: ticket.contact.name });
  const items = deedsOf(ticket, { maySpy }).map((deed) => ({
    key: deed,
    label: text(deed),
    icon: icons[deed],
    onSelect: () => onDeed(deed, ticket),
  }));
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <IconButton {...props} label={label} tabIndex={-1}>
          <MoreIcon size={16} />
        </IconButton>
      )}
    />
  );
}

const icons: Record<RowDeed, ReactNode> = {
  accept: <ChatIcon />,
  spy: <EyeIcon />,
  transfer: <TransferIcon />,
  resolve: <CheckIcon />,
  giveBack: <ReturnIcon />,
  reopen: <RefreshIcon />,
  tags: <TagIcon />,
  newTab: <NewTabIcon />,
  select: <SelectIcon />,
};
