import type { Ticket } from '@prosa/contracts/tickets';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { TransferIcon } from '../../ui/chat-icons.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChatIcon, CheckIcon, EyeIcon, MoreIcon, RefreshIcon, TagIcon } from '../../ui/icons.tsx';
import { NewTabIcon, ReturnIcon, SelectIcon } from '../../ui/list-icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { deedsOf, type RowDeed } from './row-deeds.ts';
import { ticketsMessages } from './tickets.messages.ts';

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
