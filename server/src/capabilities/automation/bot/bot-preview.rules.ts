import type { OptionDraft } from '@prosa/contracts/queue-options';
import type { WorkingHours } from '@prosa/contracts/working-hours';
import { fillTemplate } from '../../messages/templates.rules.ts';
import { botStep } from './bot.rules.ts';
import type { BotConfiguration, BotOption, BotState, BotStep, BotTicket } from './bot.types.ts';

export type PreviewInput = {
  queue: {
    name?: string | undefined;
    greetingMessage?: string | undefined;
    outOfHoursMessage?: string | undefined;
    schedules?: WorkingHours[] | undefined;
  };
  options: OptionDraft[];
  /** What the customer has written so far. */
  messages: string[];
  zone: string;
  at: Date;
  /** Hours are left aside unless they are to be tried out as well. */
  scheduleType?: BotConfiguration['scheduleType'];
};
export type Preview = { messages: Array<{ body: string; fromMe: boolean; why: string | null }>; ended: boolean };

/** The conversation that a draft of a queue would lead to, as if it were the only one of its connection. Without a word, its opening. */
export function previewConversation({ queue, options, messages, zone, at, scheduleType = 'disabled' }: PreviewInput): Preview {
  const { name = '', greetingMessage = '', outOfHoursMessage = '', schedules = [] } = queue;
  const draft = { id: 1, name, greetingMessage, outOfHoursMessage, schedules, options: numbered(options, { last: 0 }) };
  const configuration: BotConfiguration = {
    zone,
    scheduleType,
    schedules: [],
    holidays: [],
    greetingMessage: '',
    outOfHoursMessage: '',
    queues: [draft],
    otherQueues: [],
  };
  const filling = { at, zone, name: 'Maria Souza', protocol: '202601010001', queue: name };
  const ticket: BotTicket = { id: 1, status: 'pending', userId: null, queueId: draft.id, isGroup: false, attendedAt: null };
  const said: Preview['messages'] = [];
  let state: BotState | null = null;
  for (const body of messages.length > 0 ? messages : [undefined]) {
    if (body !== undefined) said.push({ body, fromMe: false, why: null });
    const step: BotStep = botStep(configuration, state, ticket, { kind: 'customer', body: body ?? '', at });
    for (const { text, why, isLiteral } of step.says)
      said.push({ body: isLiteral ? text : fillTemplate(text, filling), fromMe: true, why });
    state = step.state;
  }
  return { messages: said, ended: state?.stage === 'ended' || state?.stage === 'silent' };
}

/** Ids for options that may have none yet. */
const numbered = (drafts: OptionDraft[], counter: { last: number }): BotOption[] =>
  drafts.map(({ title, message, type, children }) => {
    counter.last += 1;
    return { id: counter.last, title, message, type, children: numbered(children, counter) };
  });
