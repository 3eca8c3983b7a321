import type { Contact } from '@prosa/contracts/contacts';
import { createSlot } from '../../platform/browser/slot.ts';

/** The dialog that begins a ticket with a contact. */
export const newTicketSlot = createSlot<{ contact: Contact; onClose: () => void }>('new ticket');

/** The dialog that schedules a message for a contact. */
export const scheduleSlot = createSlot<{ contact: Contact; onClose: () => void }>('schedule');
