import { botReasons } from '@prosa/contracts/reasons';
import { type BillEvent, type BillState, type BillStep, beginBill, billStep } from '../../bills/bill-dialogue.rules.ts';
import type { BotHistory, BotOption, BotSay } from './bot.types.ts';
import type { Decision } from './bot-turn.rules.ts';
import { plain, readAnswer } from './menu-answers.rules.ts';
import { isBlank, paragraphs } from './menu-texts.rules.ts';

/** Back to the menu that the option stands in. */
export const leavesBill = (body: string) => plain(body) === 'sair' || readAnswer(body, [])?.kind === 'previous';

/** The option's own text stands above the first question. */
export function begunBill(option: BotOption, chosen: BotHistory, at: Date): Decision {
  const step = beginBill(at);
  const [first, ...others] = saidOf(step);
  const opening: BotSay[] = first ? [{ ...first, text: paragraphs(option.message, first.text), isLiteral: false }] : [];
  const alone: BotSay[] = isBlank(option.message) ? [] : [{ text: option.message, origin: 'bot', why: botReasons.optionChosen }];
  const decision = after(step);
  return {
    ...decision,
    optionId: option.id,
    says: first ? [...opening, ...others] : alone,
    history: [chosen, ...(decision.history ?? [])],
  };
}

export const billAfter = (state: BillState, event: BillEvent, at: Date): Decision => after(billStep(state, event, at));

const saidOf = ({ says }: BillStep): BotSay[] => says.map((each) => ({ ...each, origin: 'bill', isLiteral: true }));

function after(step: BillStep): Decision {
  const ended = { what: 'bot-ended', from: null, to: null, why: step.handOver ?? botReasons.billSettled };
  const isOver = step.state === null || step.handOver !== undefined;
  return {
    stage: isOver ? 'ended' : 'bill',
    bill: isOver ? null : step.state,
    says: saidOf(step),
    history: isOver ? [ended] : [],
    ...(step.lookup && !isOver && { lookup: step.lookup }),
  };
}
