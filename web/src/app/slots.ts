import { newTicketSlot } from '../capabilities/contacts/slots.ts';

// What capabilities show of others that come after them in the order.
newTicketSlot.fill(async () => (await import('../capabilities/tickets/dialogs/NewTicketDialog.tsx')).NewTicketDialog);
