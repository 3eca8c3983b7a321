import { newTicketSlot, scheduleSlot } from '../capabilities/contacts/slots.ts';

// What capabilities show of others that come after them in the order.
scheduleSlot.fill(async () => (await import('../capabilities/schedules/ScheduleForContact.tsx')).ScheduleForContact);
newTicketSlot.fill(async () => (await import('../capabilities/tickets/dialogs/NewTicketDialog.tsx')).NewTicketDialog);
