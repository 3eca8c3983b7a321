import { estimateSeconds, fillCampaignText } from '@prosa/contracts/campaign-text';
import { describe, expect, test } from 'vitest';
import { answerIn, choiceIn, numberKey } from './campaign-words.rules.ts';
import { addTry, estimateEnd, failsTooOften, inTurn, isEditable, pauseSeconds, quietUntil, statusOf } from './campaigns.rules.ts';

const now = new Date('2026-11-16T15:00:00Z');
const pacing = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const limits = { quietHours: 'disabled', dailyCap: 0, zone: 'America/Sao_Paulo' };

test.each([
  ['INATIVA', null, true],
  ['PROGRAMADA', '2026-11-16T16:00:01Z', true],
  ['PROGRAMADA', '2026-11-16T16:00:00Z', false],
  ['PROGRAMADA', '2026-11-16T14:00:00Z', false],
  ['EM_ANDAMENTO', null, false],
  ['CANCELADA', '2026-11-16T14:00:00Z', true],
  ['FINALIZADA', null, false],
] as const)('"editable only when INATIVA, or PROGRAMADA more than 1 hour ahead; CANCELADA": %s at %s: %s', (status, at, expected) => {
  expect(isEditable(status, at === null ? null : new Date(at), now)).toBe(expected);
});

test('a time makes it PROGRAMADA; one that was stopped stays stopped', () => {
  expect([statusOf(undefined, null), statusOf('INATIVA', 'x'), statusOf('PROGRAMADA', null), statusOf('CANCELADA', 'x')]).toEqual([
    'INATIVA',
    'PROGRAMADA',
    'INATIVA',
    'CANCELADA',
  ]);
});

test('the pause after a message is below the interval, after each n-th the longer one; 0 is none', () => {
  expect([0, 0.5, 0.999].map((random) => pauseSeconds(1, pacing, random))).toEqual([0, 10, 19]);
  expect([19, 20, 21, 40].map((sends) => pauseSeconds(sends, pacing, 0.5))).toEqual([10, 60, 10, 60]);
  expect(pauseSeconds(20, { ...pacing, longerIntervalAfter: 0 }, 0.5)).toBe(10);
  expect(pauseSeconds(20, { ...pacing, greaterInterval: 0 }, 0.5)).toBe(0);
  expect(pauseSeconds(7, { ...pacing, messageInterval: 0 }, 0.999)).toBe(0);
});

test('it stops by itself after at least 20 attempts of which a third failed, also after many that went well', () => {
  expect(failsTooOften({ tried: 19, failed: 19 })).toBe(false);
  expect(failsTooOften({ tried: 20, failed: 6 })).toBe(false);
  expect(failsTooOften({ tried: 21, failed: 7 })).toBe(true);
  let tries = { tried: 0, failed: 0 };
  for (let n = 0; n < 5_000; n += 1) tries = addTry(tries, false);
  let failures = 0;
  for (; !failsTooOften(tries); failures += 1) tries = addTry(tries, true);
  expect(failures).toBeLessThanOrEqual(101);
});

test('each text in turn', () => {
  expect([0, 1, 2, 3].map((turn) => inTurn(['a', 'b', 'c'], turn))).toEqual(['a', 'b', 'c', 'a']);
  expect(inTurn([], 3)).toBeUndefined();
});

describe('words', () => {
  test.each(['SAIR', 'sair', ' Sair! ', 'parar', 'Pare.', 'STOP', 'cancelar', 'CANCELAR', 'descadastrar'])('%s: no more', (text) =>
    expect(choiceIn(text)).toBe('out'),
  );
  test.each(['voltar', 'VOLTAR', 'Ativar'])('%s: again', (text) => expect(choiceIn(text)).toBe('in'));
  test.each(['quero sair daqui', 'cancelar meu pedido', 'não pare', '', 'oi'])('%s: neither', (text) =>
    expect(choiceIn(text)).toBeUndefined(),
  );
  test.each(['sim', 'Sim!', 'SIM, quero', 's', 'ok', 'Quero sim', 'pode mandar', 'claro', 'yes', 'sí', '👍'])('%s: yes', (text) =>
    expect(answerIn(text)).toBe('yes'),
  );
  test.each(['não', 'Nao', 'NÃO QUERO', 'não, obrigado', 'quero não', 'no', 'n', '👎'])('%s: no', (text) =>
    expect(answerIn(text)).toBe('no'),
  );
  test.each(['quem é?', '', 'sim mas antes me diga uma coisa sobre o preço', 'boa tarde', '1', '2', '12'])('%s: neither', (text) =>
    expect(answerIn(text)).toBeUndefined(),
  );
  test('a mobile number is the same with and without its ninth digit', () =>
    expect([numberKey('5511981234567'), numberKey('551181234567'), numberKey('14155550100')]).toEqual([
      '551181234567',
      '551181234567',
      '14155550100',
    ]));
});

test('variables are filled in one pass, literally, and unknown ones stay', () => {
  const person = { name: 'Ana {loja}', number: '55', email: 'a@b.c' };
  const variables = [
    { key: 'loja', value: 'Padaria' },
    { key: 'a.c+', value: '$&' },
  ];
  expect(fillCampaignText('{nome} {numero} {email} {loja} {a.c+} {abc} {outra}', person, variables)).toBe(
    'Ana {loja} 55 a@b.c Padaria $& {abc} {outra}',
  );
});

describe('how long it takes', () => {
  test('the mean of the pauses, with the longer ones', () => {
    expect(estimateSeconds(0, pacing)).toBe(0);
    expect(estimateSeconds(1, pacing)).toBe(0);
    expect(estimateSeconds(21, pacing)).toBe(Math.round(19 * 9.5 + 60));
    expect(estimateSeconds(10_000, { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 60 })).toBe(0);
  });
  test('quiet hours, over midnight too, are waited for', () => {
    const quiet = { ...limits, quietHours: '20:00-08:00' };
    expect(quietUntil(new Date('2026-11-16T22:59:00Z'), quiet)).toBeUndefined();
    expect(quietUntil(new Date('2026-11-16T23:00:00Z'), quiet)).toEqual(new Date('2026-11-17T11:00:00Z'));
    expect(quietUntil(new Date('2026-11-17T10:59:59Z'), quiet)).toEqual(new Date('2026-11-17T11:00:00Z'));
    expect(quietUntil(new Date('2026-11-16T15:30:00Z'), { ...limits, quietHours: '12:00-14:00' })).toEqual(
      new Date('2026-11-16T17:00:00Z'),
    );
    expect(quietUntil(now, limits)).toBeUndefined();
    expect(estimateEnd(new Date('2026-11-16T23:30:00Z'), 1, pacing, quiet)).toEqual(new Date('2026-11-17T11:00:00Z'));
  });
  test('without limits it is the start and the pauses; with a daily cap days', () => {
    expect(estimateEnd(now, 21, pacing, limits).getTime() - now.getTime()).toBe(estimateSeconds(21, pacing) * 1_000);
    const capped = estimateEnd(now, 250, pacing, { ...limits, dailyCap: 100 });
    expect(capped.getTime() - now.getTime()).toBeGreaterThan(24 * 3_600_000);
    expect(capped.getTime() - now.getTime()).toBeLessThan(3 * 24 * 3_600_000);
  });
});
