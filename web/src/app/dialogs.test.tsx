import { tagsApi } from '@prosa/contracts/tags';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { show, stub } from '../../test/screen.tsx';
import { AnnouncementDialog } from '../capabilities/announcements/AnnouncementDialog.tsx';
import { CampaignDialog } from '../capabilities/campaigns/CampaignDialog.tsx';
import { ChatDialog } from '../capabilities/chats/ChatDialog.tsx';
import { CompanyDialog } from '../capabilities/companies/CompanyDialog.tsx';
import { CompanyHoursDialog } from '../capabilities/companies/CompanyHoursDialog.tsx';
import { ConfirmPaymentDialog } from '../capabilities/companies/ConfirmPaymentDialog.tsx';
import { company } from '../capabilities/companies/companies.fixture.ts';
import { ConnectionDialog } from '../capabilities/connections/ConnectionDialog.tsx';
import { itemsOf } from '../capabilities/contact-lists/contact-lists.data.ts';
import { ItemDialog } from '../capabilities/contact-lists/ItemDialog.tsx';
import { ContactDialog } from '../capabilities/contacts/ContactDialog.tsx';
import { HelpDialog } from '../capabilities/helps/HelpDialog.tsx';
import { HolidayDialog } from '../capabilities/holidays/HolidayDialog.tsx';
import { PlanDialog } from '../capabilities/plans/PlanDialog.tsx';
import { QueueDialog } from '../capabilities/queues/QueueDialog.tsx';
import { QuickMessageDialog } from '../capabilities/quick-messages/QuickMessageDialog.tsx';
import { ScheduleDialog } from '../capabilities/schedules/ScheduleDialog.tsx';
import { TagDialog } from '../capabilities/tags/TagDialog.tsx';
import { TagsDialog } from '../capabilities/tags/TagsDialog.tsx';
import { aTag } from '../capabilities/tags/tags.fixture.ts';
import { aTicket } from '../capabilities/ticket-store/tickets.fixture.ts';
import { NewTicketDialog } from '../capabilities/tickets/dialogs/NewTicketDialog.tsx';
import { FilterDialog } from '../capabilities/tickets/filters/FilterDialog.tsx';
import { UserDialog } from '../capabilities/users/UserDialog.tsx';
import { WebhookDialog } from '../capabilities/webhooks/WebhookDialog.tsx';

const sources = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' });
const nothing = () => undefined;
const conditions = { queueIds: [], tags: [], users: [], searchParam: '' };

const dialogs: Record<string, (onClose: () => void) => ReactElement> = {
  AnnouncementDialog: (onClose) => <AnnouncementDialog announcement={undefined} onSaved={nothing} onClose={onClose} />,
  CampaignDialog: (onClose) => <CampaignDialog campaign={undefined} onSaved={nothing} onClose={onClose} />,
  ChatDialog: (onClose) => <ChatDialog onSaved={nothing} onClose={onClose} />,
  CompanyDialog: (onClose) => <CompanyDialog company={undefined} onSaved={nothing} onClose={onClose} />,
  CompanyHoursDialog: (onClose) => <CompanyHoursDialog company={company()} onClose={onClose} />,
  ConfirmPaymentDialog: (onClose) => <ConfirmPaymentDialog onClose={onClose} />,
  ConnectionDialog: (onClose) => <ConnectionDialog onSaved={nothing} onClose={onClose} />,
  ContactDialog: (onClose) => <ContactDialog contact={undefined} onSaved={nothing} onClose={onClose} />,
  HelpDialog: (onClose) => <HelpDialog help={undefined} onSaved={nothing} onClose={onClose} />,
  HolidayDialog: (onClose) => <HolidayDialog holiday={undefined} onSaved={nothing} onClose={onClose} />,
  ItemDialog: (onClose) => <ItemDialog items={itemsOf(1, 'all')} listId={1} item={undefined} onSaved={nothing} onClose={onClose} />,
  NewTicketDialog: (onClose) => <NewTicketDialog onClose={onClose} />,
  PlanDialog: (onClose) => <PlanDialog plan={undefined} onSaved={nothing} onClose={onClose} />,
  QueueDialog: (onClose) => <QueueDialog queue={undefined} onSaved={nothing} onClose={onClose} />,
  QuickMessageDialog: (onClose) => <QuickMessageDialog record={undefined} onSaved={nothing} onClose={onClose} />,
  ScheduleDialog: (onClose) => <ScheduleDialog contact={{ id: 1, name: 'Ana', number: '5511980001111' }} onClose={onClose} />,
  TagDialog: (onClose) => <TagDialog tag={undefined} onSaved={nothing} onClose={onClose} />,
  TagsDialog: (onClose) => <TagsDialog tickets={[aTicket()]} onClose={onClose} />,
  UserDialog: (onClose) => <UserDialog onSaved={nothing} onClose={onClose} />,
  WebhookDialog: (onClose) => <WebhookDialog webhook={undefined} onSecret={nothing} onSaved={nothing} onClose={onClose} />,
  FilterDialog: (onClose) => (
    <FilterDialog filter={undefined} conditions={conditions} mayShare={false} onSaved={nothing} onRemoved={nothing} onClose={onClose} />
  ),
};
/** Only choices are made in these, from lists that their own tests provide. `Dialog` and `CloseButton` are the same. */
const withoutText = ['AddContactsDialog', 'CheckoutDialog', 'ContactListsPage', 'ForwardDialog', 'TemplateDialog', 'TransferDialog'];

const firstField = (dialog: ReturnType<typeof within>) =>
  [...dialog.queryAllByRole('textbox'), ...dialog.queryAllByRole('combobox')][0] ?? document.body;

afterEach(cleanup);

describe('Cancelar asks before unsaved input is lost', () => {
  test.each(Object.entries(dialogs))('%s', async (name, render) => {
    let closed = 0;
    const api = [stub(tagsApi.everyone, () => [aTag({ id: 1, name: 'Urgente' })])];
    show(
      render(() => {
        closed += 1;
      }),
      { as: { profile: 'admin', super: true }, api },
    );
    const dialog = within(screen.getByRole('dialog'));
    if (name === 'TagsDialog') fireEvent.click(await dialog.findByRole('checkbox', { name: 'Urgente' }));
    else fireEvent.change(firstField(dialog), { target: { value: '10:30' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(screen.getByText('Descartar alterações?')).toBeTruthy();
    expect(closed).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(closed).toBe(1);
  });
});

const nameOf = (path: string) => /([^/]+)\.tsx$/.exec(path)?.[1] ?? path;
const ours = Object.entries(sources).filter(([path]) => !/\.(test|fixture)\.tsx$/.test(path));

test('every form in a dialog is in the list above', () => {
  const forms = ours.filter(([, source]) => /<RecordForm\b|<Dialog\b[^>]*?onSubmit/s.test(source)).map(([path]) => nameOf(path));
  expect(forms.filter((name) => !(name in dialogs) && !withoutText.includes(name) && name !== 'RecordForm')).toEqual([]);
});

test('no dialog has a button that closes it without asking', () => {
  const skipping = ours.filter(([, source]) => /<Dialog\b/.test(source) && /<Button\b[^>]*onClick=\{onClose\}/s.test(source));
  expect(skipping.map(([path]) => nameOf(path))).toEqual([]);
});
