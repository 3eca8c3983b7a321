import type { Message } from '@prosa/contracts/messages';
import { reasonText } from '@prosa/contracts/reasons';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { sendToContact } from '../messages/contact-messages.actions.ts';
import { dropWaitingCampaigns } from '../outbox/outbox.actions.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { answerIn, choiceIn } from './campaign-words.rules.ts';
import { hashOf, release, suppress } from './suppressions.actions.ts';

type Said = { message: Message; ticket: Ticket };
const NoRow = z.object({});
const KnownRow = z.object({ hash: z.string().nullable(), gotOne: z.boolean(), hasCampaigns: z.boolean() });

/** Within this time of a campaign a word such as "cancelar" is an answer to it, even in the middle of a menu. */
const answerDays = 3;
/** Words are short; whatever is longer is not looked at. */
const longestAnswer = 80;

const outText = 'Pronto! Você não receberá mais nossas campanhas. Se mudar de ideia, responda VOLTAR.';
const inText = 'Combinado! Você voltará a receber nossas campanhas. Para parar de receber, responda SAIR.';

/**
 * What customers' messages, just stored, mean to campaigns: that somebody wants no more of them, or wants them again, and answers to a
 * campaign's question. Whatever they mean, they go their ordinary way as well.
 */
export async function hearForCampaigns(scope: Scope, kept: Said[]): Promise<void> {
  const said = kept.filter(
    ({ message, ticket }) => !message.fromMe && !ticket.isGroup && message.mediaType === null && message.body.length <= longestAnswer,
  );
  // Hardly anybody says such a word.
  for (const each of said) {
    const choice = choiceIn(each.message.body);
    if (choice) await takeChoice(scope, each, choice);
  }
  const answers = said.flatMap(({ message: { body }, ticket: { contactId, whatsappId } }) => {
    const isOut = choiceIn(body) === 'out';
    const what = isOut ? 'no' : answerIn(body);
    return what ? [{ contactId, whatsappId, what, reason: isOut ? 'ERR_CAMPAIGN_OPTED_OUT' : null }] : [];
  });
  if (answers.length > 0) await noteAnswers(scope, answers);
}

/** In the middle of a menu such a word may mean the menu: it counts there from who got a campaign lately. */
async function takeChoice(scope: Scope, { message, ticket }: Said, choice: 'out' | 'in'): Promise<void> {
  const { campaignsEnabled = 'true' } = await findSettings(scope, 'campaignsEnabled');
  if (campaignsEnabled !== 'true') return;
  const known = await findKnown(scope, ticket);
  const { number } = ticket.contact;
  const hash = number === '' ? known.hash : hashOf(scope, number);
  if (hash === null || (choice === 'out' && ticket.chatbot && !known.gotOne)) return;
  const ending = /\d{1,4}$/.exec(number)?.[0] ?? '0';
  const isNew =
    choice === 'out'
      ? await suppress(scope, { hash, ending, source: 'word', messageId: message.id })
      : await release(scope, hash, message.id);
  if (choice === 'out') await dropWaitingCampaigns(scope, ticket.contactId);
  if (!isNew || !known.hasCampaigns) return;
  const [body, why] = choice === 'out' ? [outText, reasonText('optedOut')] : [inText, reasonText('optedIn')];
  await sendToContact(scope, ticket.contactId, ticket.whatsappId, { body, origin: 'campaign', why });
}

async function findKnown({ tx }: Scope, { contactId }: Ticket): Promise<z.output<typeof KnownRow>> {
  const [row] = await rowsOf(
    tx,
    KnownRow,
    sql`
    select max(s.number_hash) as hash,
      coalesce(bool_or(s.handed_at > clock_timestamp() - make_interval(days => ${answerDays})), false) as "gotOne",
      exists (select from campaigns c where c.company_id = current_company()) as "hasCampaigns"
    from campaign_shippings s
    where s.company_id = current_company() and s.contact_id = ${contactId}`,
  );
  return row ?? { hash: null, gotOne: false, hasCampaigns: false };
}

type Answer = { contactId: number; whatsappId: number; what: 'yes' | 'no'; reason: string | null };

/** Only after the question was asked. Whoever serves the campaign takes it in: a conversation never waits for a campaign. */
async function noteAnswers(scope: Scope, answers: Answer[]): Promise<void> {
  const given = answers.map((answer, place) => ({ place, ...answer }));
  await keptRowsOf(
    scope,
    NoRow,
    sql`
    insert into campaign_notes (campaign_id, shipping_id, what, reason)
    select s.campaign_id, s.id, g.what, g.reason
    from json_to_recordset(${JSON.stringify(given)}) as g(place int, "contactId" int, "whatsappId" int, what text, reason text)
    join campaign_shippings s on s.company_id = current_company() and s.contact_id = g."contactId"
    join campaigns c on c.company_id = s.company_id and c.id = s.campaign_id and c.connection_id = g."whatsappId"
    where s.question_id is not null and s.confirmed_at is null and s.state in ('waiting', 'awaiting')
    order by g.place, s.id`,
  );
}

/** Two contacts turn out to be one person. */
export async function giveShippings({ tx }: Scope, from: number, into: number): Promise<void> {
  await tx.execute(sql`
    update campaign_shippings
    set contact_id = ${into}
    where company_id = current_company() and contact_id = ${from}`);
}
