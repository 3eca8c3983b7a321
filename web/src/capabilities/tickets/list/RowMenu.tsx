import type { Ticket } from '@prosa/contracts/tickets';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TransferIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChatIcon, CheckIcon, EyeIcon, MoreIcon, RefreshIcon, TagIcon } from '../../../ui/icons/icons.tsx';
import { NewTabIcon, ReturnIcon, SelectIcon } from '../../../ui/icons/list-icons.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { listMessages } from './list.messages.ts';
import { actionsOf, type RowAction } from './row-actions.ts';

type RowMenuProps = { ticket: Ticket; maySpy: boolean; onAction: (action: RowAction, ticket: Ticket) => void };

export function RowMenu({ ticket, maySpy, onAction }: RowMenuProps) {
  const text = useMessages(listMessages);
  const label = text('actionsNamed', { name: ticket.contact.name });
  const items = actionsOf(ticket, { maySpy }).map((action) => ({
    key: action,
    label: text(action),
    icon: icons[action],
    onSelect: () => onAction(action, ticket),
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

const icons: Record<RowAction, ReactNode> = {
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
