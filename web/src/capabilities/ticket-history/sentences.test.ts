// @vitest-environment jsdom
import '../../../test/browser.ts';
import { readReason, reasons } from '@prosa/contracts/reasons';
import type { TicketStep } from '@prosa/contracts/tickets';
import { beforeAll, expect, test } from 'vitest';
import { setTimeZone } from '../../platform/language/format.ts';
import { languages } from '../../platform/language/messages.ts';
import { aStep } from './history.fixture.ts';
import { reasonMessages } from './reasons.messages.ts';
import { reasonWords } from './reasons.ts';
import { sentenceOf } from './sentences.ts';

beforeAll(() => setTimeZone('America/Sao_Paulo'));

const steps: Array<[TicketStep, string]> = [
  [
    aStep({ names: { toQueue: 'Vendas' }, why: reasons.onlyQueue }),
    'Uma conversa começou no WhatsApp, e o atendimento foi aberto na fila Vendas. Motivo: é a única fila da conexão.',
  ],
  [aStep(), 'Uma conversa começou no WhatsApp, e o atendimento foi aberto, sem fila.'],
  [aStep({ names: { by: 'Bia', toUser: 'Bia', toQueue: 'Vendas' } }), 'Bia abriu o atendimento na fila Vendas.'],
  [aStep({ what: 'accept', names: { by: 'Bia', toUser: 'Bia', toQueue: 'Vendas' } }), 'Bia aceitou o atendimento na fila Vendas.'],
  [aStep({ what: 'accept', names: { by: 'Rui', toUser: 'Bia', toQueue: 'Vendas' } }), 'Rui entregou o atendimento para Bia (fila Vendas).'],
  [
    aStep({ what: 'transfer', names: { by: 'Bia', fromUser: 'Bia', fromQueue: 'Vendas', toQueue: 'Suporte' } }),
    'Bia transferiu o atendimento de Bia (fila Vendas) para a fila Suporte.',
  ],
  [
    aStep({ what: 'transfer', why: 'nobody took it within 5 minutes', names: { toQueue: 'Suporte' } }),
    'O atendimento foi de fora das filas para a fila Suporte. Motivo: ninguém aceitou em 5 minutos.',
  ],
  [
    aStep({ what: 'transfer', why: reasons.queueRemoved, names: { by: 'Marina', fromQueue: 'Vendas' } }),
    'Marina removeu a fila Vendas, e o atendimento ficou sem fila.',
  ],
  [
    aStep({ what: 'return', names: { by: 'Bia', fromUser: 'Bia', toQueue: 'Vendas' } }),
    'Bia devolveu o atendimento, que voltou a aguardar na fila Vendas.',
  ],
  [
    aStep({ what: 'return', why: reasons.userRemoved, names: { by: 'Marina', fromUser: 'Bia' } }),
    'Marina removeu Bia da empresa, e o atendimento voltou a aguardar.',
  ],
  [aStep({ what: 'resolve', names: { by: 'Bia' } }), 'Bia resolveu o atendimento.'],
  [aStep({ what: 'resolve' }), 'Alguém que já saiu da empresa resolveu o atendimento.'],
  [
    aStep({ what: 'reopen', why: reasons.wroteAgain, names: { toQueue: 'Vendas' } }),
    'O cliente escreveu de novo, e o atendimento voltou a aguardar na fila Vendas.',
  ],
  [aStep({ what: 'reopen', names: { by: 'Bia' } }), 'Bia reabriu o atendimento.'],
  [
    aStep({ what: 'outage', from: '2026-11-16T13:00:00.000Z', to: '2026-11-16T13:07:00.000Z', why: 'noNetwork' }),
    'A conexão ficou fora do ar de 16/11/2026 10:00 a 16/11/2026 10:07. Motivo: Sem internet no servidor.',
  ],
  [aStep({ what: 'rating', to: null, why: 'the customer rated the service with 2 of 3' }), 'O cliente avaliou o atendimento com 2 de 3.'],
  [aStep({ what: 'bot-queue', to: 'Vendas', why: reasons.queueChosen }), 'O cliente escolheu a fila Vendas no menu.'],
  [
    aStep({ what: 'bot-queue', to: 'Vendas', why: reasons.onlyQueue }),
    'O robô pôs o atendimento na fila Vendas. Motivo: é a única fila da conexão.',
  ],
  [
    aStep({ what: 'bot-queue', from: 'Vendas', to: null, why: reasons.mainMenu }),
    'O cliente voltou ao menu principal, e o atendimento saiu da fila Vendas.',
  ],
  [
    aStep({ what: 'bot-option', from: 'Vendas', to: 'Trocas', why: reasons.optionChosen }),
    'O cliente escolheu a opção «Trocas» em «Vendas».',
  ],
  [
    aStep({ what: 'bot-ended', to: null, why: reasons.lastOption }),
    'O robô terminou, e o atendimento aguarda uma pessoa. Motivo: a opção escolhida não tem outras abaixo dela.',
  ],
  [
    aStep({ what: 'bot-stopped', to: null, why: reasons.sameText }),
    'O robô parou de responder neste atendimento. Motivo: a mesma mensagem automática três vezes seguidas.',
  ],
  [
    aStep({ what: 'hours', to: 'Vendas', why: reasons.queueClosed }),
    'O cliente foi avisado de que a fila Vendas não atende agora. Motivo: a fila está fechada neste horário.',
  ],
  [
    aStep({ what: 'hours', to: null, why: reasons.holiday }),
    'O cliente foi avisado de que a empresa não atende agora. Motivo: hoje é feriado na empresa.',
  ],
  [aStep({ what: 'moved', to: null, why: 'a rule of tomorrow' }), 'A rule of tomorrow.'],
];

test.each(steps)('"each routing decision with the rule that made it", in words: %#', (step, sentence) => {
  expect(sentenceOf(step, 'pt')).toBe(sentence);
  for (const language of languages) expect(sentenceOf(step, language)).not.toMatch(/[{}]|null|undefined/);
});

test('every reason the server can give has its words in pt, en and es, and they name all that it names', () => {
  for (const [reason, sentence] of Object.entries(reasons)) {
    const said = sentence.replace(/\{(\w+)\}/g, '77');
    for (const language of languages) {
      const words = reasonWords(language, said);
      expect(words, `${reason} in ${language}`).not.toMatch(/[{}]/);
      expect(words.split('77').length, `${reason} in ${language}`).toBe(said.split('77').length);
      if (language !== 'en') expect(words, `${reason} in ${language}`).not.toBe(said);
    }
    expect(readReason(said)?.reason).toBe(reason);
  }
  expect(Object.keys(reasonMessages.pt).toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test('a reason that nobody knows is shown as it is', () => {
  expect(reasonWords('pt', 'Natal 2026')).toBe('Natal 2026');
});
