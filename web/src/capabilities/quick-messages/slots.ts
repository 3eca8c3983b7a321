import { createSlot } from '../../platform/browser/slot.ts';

/** A text as the chat shows it. */
export const messageTextSlot = createSlot<{ text: string }>('text of a message');
