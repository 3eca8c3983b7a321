import type { Origin } from '@prosa/contracts/messages';
import { reasonText } from '@prosa/contracts/reasons';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { queueMessage } from '../messages/messages.actions.ts';
import { fillTemplate } from '../messages/templates.rules.ts';
import type { FollowMove } from '../tickets/tickets.actions.ts';
import { findTicket } from '../tickets/tickets.queries.ts';
import { callRefused, textOfMove } from './automatic-texts.rules.ts';
import { cancelClosingTexts, scheduleClosingText, sendClosingText } from './held-messages.jobs.ts';

const VoiceRow = z.object({
  greetsOnAccept: z.boolean(),
  tellsOfTransfer: z.boolean(),
  asksForRating: z.boolean(),
  takesCalls: z.boolean(),
  ratingMessage: z.string(),
  completionMessage: z.string(),
  company: z.string(),
  zone: z.string(),
});
type AutomationContext = z.output<typeof VoiceRow>;

/**
 * Tell the customer of a move as the company wishes it, in the same transaction. What ends a conversation is said when it can not be
 * undone any more; who opens it again takes it back.
 */
export const tellOfMoves =
  (undoSeconds: number): FollowMove =>
  async (scope, move, before, ticket) => {
    if (move.what === 'reopen') await cancelClosingTexts(scope, [ticket.id]);
    if (!['accept', 'transfer', 'resolve'].includes(move.what)) return ticket;
    const voice = await loadAutomation(scope, ticket.whatsappId);
    const said = textOfMove(move, before, voice);
    if (!said) return ticket;
    if (move.what === 'accept') return say(scope, ticket, said.text, voice, { origin: 'greeting', why: reasonText('accepted') });
    if (move.what === 'transfer') return say(scope, ticket, said.text, voice, { origin: 'transfer', why: reasonText('transferred') });
    const parting = { body: filled(scope, ticket, said.text, voice), asksForRating: said.asksForRating };
    if (undoSeconds > 0) {
      await scheduleClosingText(scope, ticket.id, parting, undoSeconds);
      return ticket;
    }
    await sendClosingText(scope, ticket, parting);
    return (await findTicket(scope, ticket.id)) ?? ticket;
  };

/** The customer has rated: thank them, if the company has a text for it. */
export async function thankForRatings(scope: Scope, tickets: Ticket[]): Promise<void> {
  // One send per ticket; there is rarely more than one.
  for (const ticket of tickets) {
    const voice = await loadAutomation(scope, ticket.whatsappId);
    if (voice.completionMessage.trim() !== '')
      await say(scope, ticket, voice.completionMessage, voice, { origin: 'completion', why: reasonText('hasRated') });
  }
}

/** Answers calls with a text when the company takes no calls. */
export async function refuseCalls(scope: Scope, tickets: Ticket[]): Promise<void> {
  for (const ticket of tickets) {
    const voice = await loadAutomation(scope, ticket.whatsappId);
    if (!voice.takesCalls) await say(scope, ticket, callRefused, voice, { origin: 'call', why: reasonText('calls') });
  }
}

async function say(
  scope: Scope,
  ticket: Ticket,
  text: string,
  voice: AutomationContext,
  from: { origin: Origin; why: string },
): Promise<Ticket> {
  await queueMessage(scope, ticket, { body: filled(scope, ticket, text, voice), userId: null, ...from });
  return (await findTicket(scope, ticket.id)) ?? ticket;
}

function filled(scope: Scope, { contact, code, user, queue }: Ticket, text: string, { company, zone }: AutomationContext): string {
  const known = { at: scope.now, zone, company, name: contact.name, protocol: code, user: user?.name, queue: queue?.name };
  return fillTemplate(text, known);
}

async function loadAutomation(scope: Scope, connectionId: number): Promise<AutomationContext> {
  const rows = await rowsOf(
    scope.tx,
    VoiceRow,
    sql`
    select coalesce(s."sendGreetingAccepted", '') = 'enabled' as "greetsOnAccept",
      coalesce(s."sendMsgTransfTicket", '') = 'enabled' as "tellsOfTransfer",
      coalesce(s."userRating", '') = 'enabled' as "asksForRating",
      coalesce(s.call, '') = 'enabled' as "takesCalls",
      w.rating_message as "ratingMessage",
      w.complation_message as "completionMessage",
      c.name as company, company_zone() as zone
    from connections w
    join companies c on c.company_id = w.company_id
    cross join (
      select max(value) filter (where key = 'sendGreetingAccepted') as "sendGreetingAccepted",
        max(value) filter (where key = 'sendMsgTransfTicket') as "sendMsgTransfTicket",
        max(value) filter (where key = 'userRating') as "userRating",
        max(value) filter (where key = 'call') as call
      from settings
      where company_id = current_company()) s
    where w.company_id = current_company() and w.id = ${connectionId}`,
  );
  return rows[0] ?? noAutomation;
}

const noAutomation: AutomationContext = {
  greetsOnAccept: false,
  tellsOfTransfer: false,
  asksForRating: false,
  takesCalls: true,
  ratingMessage: '',
  completionMessage: '',
  company: '',
  zone: 'America/Sao_Paulo',
};
