import type { Move, TicketState } from '../tickets/tickets.rules.ts';

/** Automatic texts of the company. They may contain variables. */
export type Automation = {
  greetsOnAccept: boolean;
  tellsOfTransfer: boolean;
  asksForRating: boolean;
  ratingMessage: string;
  completionMessage: string;
};

const label = 'Mensagem Automática:';
const greeting = `${label}\n{{greeting}}, *{{name}}*! Meu nome é *{{user}}* e vou continuar o seu atendimento.`;
const waitPlease = 'Aguarde um momento, já vamos continuar o seu atendimento.';
const toQueue = `${label}\nVocê foi transferido para o departamento *{{queue}}*. ${waitPlease}`;
const toPerson = `${label}\nVocê foi transferido para *{{user}}*. ${waitPlease}`;
const toBoth = `${label}\nVocê foi transferido para o departamento *{{queue}}* e será atendido por *{{user}}*. ${waitPlease}`;
export const callRefused = `${label}\nNão atendemos chamadas de voz nem de vídeo por aqui. Por favor, escreva a sua mensagem.`;
const ratingQuestion = 'Como você avalia o nosso atendimento?';
const ratingScale = 'Digite de 1 a 3 para avaliar:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito satisfeito_';

/** The automatic text for a move, and whether it asks for a rating. Groups get none. */
export function textOfMove(
  { what, next }: Move,
  before: TicketState & { isGroup: boolean },
  automation: Automation,
): { text: string; asksForRating: boolean } | undefined {
  const say = (text: string, asksForRating = false) => (text.trim() === '' ? undefined : { text, asksForRating });
  if (before.isGroup) return undefined;
  if (what === 'accept' && automation.greetsOnAccept) return say(greeting);
  if (what === 'transfer' && automation.tellsOfTransfer) return say(textOfTransfer(before, next));
  if (what !== 'resolve') return undefined;
  // Only served tickets are rated.
  if (automation.asksForRating && before.status === 'open')
    return say(`${automation.ratingMessage.trim() || ratingQuestion}\n\n${ratingScale}`, true);
  return say(automation.completionMessage);
}

function textOfTransfer(before: TicketState, next: TicketState): string {
  const newQueue = next.queueId !== null && next.queueId !== before.queueId;
  const newUser = next.userId !== null && next.userId !== before.userId;
  if (newQueue) return newUser ? toBoth : toQueue;
  return newUser ? toPerson : '';
}
