import { botReasons } from '@prosa/contracts/reasons';
import type { BotQueue } from './bot.types.ts';
import type { Decision, Turn } from './bot-turn.rules.ts';
import { openingAt } from './hours.rules.ts';
import { isBlank, mainMenuLine, paragraphs } from './menu-texts.rules.ts';

const restMilliseconds = 5 * 60_000;

/** What is done while the company is closed. Nothing where it is open, or has no text for it: then the bot goes on. */
export function closedCompany(turn: Turn): Decision | undefined {
  const { scheduleType, schedules, outOfHoursMessage } = turn.configuration;
  if (scheduleType !== 'company' || isBlank(outOfHoursMessage)) return undefined;
  return closedBy(turn, schedules, outOfHoursMessage, null, botReasons.companyClosed);
}

/** The same of a queue, by its own hours; where there are others to choose from, the way back is named. */
export function closedQueue(turn: Turn, queue: BotQueue): Decision | undefined {
  const { scheduleType, outOfHoursMessage, queues } = turn.configuration;
  const text = isBlank(queue.outOfHoursMessage) ? outOfHoursMessage : queue.outOfHoursMessage;
  if (scheduleType !== 'queue' || isBlank(text)) return undefined;
  const whole = queues.length > 1 && turn.ticket.attendedAt === null ? paragraphs(text, mainMenuLine) : text;
  return closedBy(turn, queue.schedules, whole, queue.name, botReasons.queueClosed);
}

function closedBy(
  { configuration: { holidays, zone }, state, at }: Turn,
  schedules: BotQueue['schedules'],
  text: string,
  of: string | null,
  closedWhy: string,
): Decision | undefined {
  const opening = openingAt({ schedules, holidays, zone }, at);
  if (opening === 'open') return undefined;
  if (state.closedSaidAt !== null && at.getTime() - Date.parse(state.closedSaidAt) < restMilliseconds) return {};
  const why = opening === 'holiday' ? botReasons.holiday : closedWhy;
  return {
    says: [{ text, origin: 'hours', why }],
    history: [{ what: 'hours', from: null, to: of, why }],
    closedSaidAt: at.toISOString(),
  };
}
