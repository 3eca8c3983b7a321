import { billReasons } from '@prosa/contracts/reasons';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BillEvent,
  type BillOutcome,
  BillState,
  type BillStep,
  beginBill,
  billStep,
  type FoundBill,
  type UnprovenReason,
} from './bill-dialogue.rules.ts';
import { formatDocument } from './document.rules.ts';

const now = new Date('2026-11-16T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const cpf = '52998224725';
const bill: FoundBill = {
  id: 'ixc:7',
  amountCents: 123_456,
  dueDate: '2026-11-10',
  line: '23793.38128 60000.000003 00000.000400 1 84340000012345',
  pixCode: '00020126PIX',
  qrMediaId: 5,
  pdfMediaId: 6,
};
const bills = (...list: Array<Partial<FoundBill>>): BillOutcome => ({
  kind: 'bills',
  maskedName: 'L*** S***',
  bills: list.map((each) => ({ ...bill, ...each })),
});

/** The conversation as it goes on with what is written or found, one after the other. */
function after(...events: Array<string | BillOutcome>): BillStep {
  let step = beginBill(now);
  for (const event of events) {
    if (step.state === null) throw new Error('the conversation was over before');
    const told: BillEvent = typeof event === 'string' ? { kind: 'text', text: event } : { kind: 'found', outcome: event };
    step = billStep(BillState.parse(JSON.parse(JSON.stringify(step.state))), told, now);
  }
  return step;
}
const unproven = (why: UnprovenReason): BillOutcome => ({ kind: 'unproven', why });
const words = ({ says }: BillStep) => says.map(({ text }) => text);

test('it begins with the question for the document', () => {
  expect(beginBill(now)).toMatchObject({ state: { step: 'document', tries: 0 }, says: [{ why: billReasons.begun }] });
  expect(words(beginBill()).join()).toContain('CPF ou CNPJ');
});

test('a document with right check digits is looked up, without a word meanwhile', () => {
  const asked = { document: cpf, secondFact: null, chosen: null };
  for (const typed of [cpf, formatDocument(cpf), `é ${cpf}`])
    expect(after(typed)).toMatchObject({ state: { step: 'looking', document: cpf }, says: [], lookup: asked });
  expect(after(cpf, 'oi?')).toEqual({ state: after(cpf).state, says: [] });
});

test('three documents that can not be right, and a person goes on', () => {
  expect(words(after('123')).join()).toContain('mais 2 tentativas');
  expect(words(after('123', 'abc')).join()).toContain('última tentativa');
  expect(after('123', 'abc', '111.111.111-11')).toMatchObject({ state: null, handOver: billReasons.tooManyTries });
});

test('who can not be told by the number is asked for a second fact, three times at most', () => {
  const asks = unproven(billReasons.ownership);
  const asked = after('1', cpf, asks);
  expect(asked).toMatchObject({ state: { step: 'ownership', tries: 0, asks: 'birthDate' } });
  expect(words(asked).join()).toContain('data de nascimento');
  expect(after(cpf, asks, ' 01/02/1990 ')).toMatchObject({ lookup: { document: cpf, secondFact: '01/02/1990', chosen: null } });
  expect(words(after(cpf, asks, 'x', asks)).join()).toContain('mais 2 tentativas');
  expect(after(cpf, asks, 'x', asks, 'y', asks, 'z', asks)).toMatchObject({ state: null, handOver: billReasons.tooManyTries });
});

test('a document that nobody knows and one that cannot be proven get the same texts as one that is known', () => {
  const heard = (why: UnprovenReason) => {
    const asks = unproven(why);
    return [
      after(cpf, asks),
      after(cpf, asks, 'x', asks),
      after(cpf, asks, 'x', asks, 'y', asks),
      after(cpf, asks, 'x', asks, 'y', asks, 'z', asks),
    ];
  };
  const known = heard(billReasons.ownership);
  for (const why of [billReasons.unknownDocument, billReasons.unprovable]) {
    const steps = heard(why);
    expect(steps.map(words)).toEqual(known.map(words));
    expect(steps.map(({ state }) => state)).toEqual(known.map(({ state }) => state));
    // The agent who continues is told which case it is.
    expect(steps.at(-1)).toMatchObject({ state: null, handOver: why });
  }
});

test('another document instead of the second fact is looked up, and gives no further tries', () => {
  const asks = unproven(billReasons.unknownDocument);
  const other = after(cpf, asks, 'x', asks, '11222333000181');
  expect(other).toMatchObject({ state: { step: 'looking', tries: 1 }, lookup: { document: '11222333000181', secondFact: null } });
  expect(words(after(cpf, asks, 'x', asks, '11222333000181', asks)).join()).toContain('última tentativa');
});

test('what was proven stays proven when one of several bills is chosen', () => {
  const several = bills({ id: 'a' }, { id: 'b' });
  const step = after(cpf, unproven(billReasons.ownership), 'l@example.com', several, '2');
  expect(step.lookup).toMatchObject({ document: cpf, secondFact: 'l@example.com', chosen: 'b' });
});

test('one open bill: amount and day, the line alone, the Pix code alone, the QR, the PDF', () => {
  const { state, says, handOver } = after(cpf, bills({}));
  expect([state, handOver]).toEqual([null, undefined]);
  expect(says.map(({ text, mediaId }) => [text, mediaId])).toEqual([
    [expect.stringMatching(/L\*\*\* S\*\*\*[\s\S]*R\$ 1\.234,56[\s\S]*10\/11\/2026/), undefined],
    [bill.line, undefined],
    [bill.pixCode, undefined],
    ['QR Code do Pix', 5],
    ['Boleto em PDF', 6],
  ]);
});

test('what a bill lacks is left out; without any code a person goes on', () => {
  expect(words(after(cpf, bills({ pixCode: null, qrMediaId: null, pdfMediaId: null })))).toEqual([
    expect.stringContaining('Envio em seguida o código de barras.'),
    bill.line,
  ]);
  const bare = after(cpf, bills({ line: null, pixCode: null, qrMediaId: null, pdfMediaId: null }));
  expect([bare.says.length, bare.state, bare.handOver]).toEqual([1, null, billReasons.noCode]);
});

test('several are listed by number, the oldest first, ten at most', () => {
  const many = Array.from({ length: 12 }, (_, place) => ({
    id: `b${place}`,
    dueDate: `2026-${String(12 - place).padStart(2, '0')}-05`,
    amountCents: 5_000 + place,
  }));
  const listed = after(cpf, bills(...many));
  expect(listed.state?.offered).toEqual(['b11', 'b10', 'b9', 'b8', 'b7', 'b6', 'b5', 'b4', 'b3', 'b2']);
  expect(words(listed).join()).toContain('*[ 1 ]* - R$ 50,11, vencimento 05/01/2026');
  expect(after(cpf, bills(...many), '10').lookup).toMatchObject({ chosen: 'b2' });
  expect(after(cpf, bills(...many), '11')).toMatchObject({ state: { step: 'choice', tries: 1 } });
  expect(after(cpf, bills(...many), '11', 'x', '99')).toMatchObject({ state: null, handOver: billReasons.tooManyTries });
});

test('nothing open is good news; what fails, or is asked too often, is for a person', () => {
  expect(words(after(cpf, { kind: 'none' })).join()).toContain('não há faturas em aberto');
  expect(after(cpf, { kind: 'none' })).toMatchObject({ state: null });
  expect(after(cpf, { kind: 'none' }).handOver).toBeUndefined();
  expect(after(cpf, { kind: 'tooMany' })).toMatchObject({ state: null, handOver: billReasons.tooOften });
  const failed = after(cpf, { kind: 'failed', why: billReasons.unreachable });
  expect(failed).toMatchObject({ state: null, handOver: billReasons.unreachable });
  expect(words(failed).join()).not.toContain(billReasons.unreachable);
});

test.each(['0', 'sair', 'SAIR!', 'Cancelar'])('%s ends it at every step', (word) => {
  for (const before of [[], [cpf], [cpf, { kind: 'unproven', asks: 'name' }], [cpf, bills({}, {})]] as Array<Array<string | BillOutcome>>) {
    const step = after(...before, word);
    expect([step.state, step.handOver, step.lookup]).toEqual([null, undefined, undefined]);
  }
});

test('after half an hour it begins anew; a document is taken at once', () => {
  const { state } = after(cpf, unproven(billReasons.ownership));
  const text = (typed: string, minutes: number) => billStep(state ?? BillState.parse({}), { kind: 'text', text: typed }, later(minutes));
  expect(text('l@example.com', 29).lookup).toBeDefined();
  expect(text('l@example.com', 31)).toMatchObject({
    state: { step: 'document', tries: 0, document: null },
    says: [{ why: billReasons.expired }],
  });
  expect(text('l@example.com', 31).state).not.toHaveProperty('asks');
  expect(text(cpf, 31)).toMatchObject({ state: { step: 'looking' }, lookup: { secondFact: null } });
});

test('an answer that nobody waits for any more changes nothing', () => {
  for (const { state } of [beginBill(now), after(cpf, bills({}, {}))])
    if (state) expect(billStep(state, { kind: 'found', outcome: bills({}) }, now)).toEqual({ state, says: [] });
});

test('whatever is written and found, it ends, and no bill is told before it was found', () => {
  const outcome = fc.constantFrom<BillOutcome>(
    bills({}),
    { kind: 'none' },
    unproven(billReasons.ownership),
    unproven(billReasons.unknownDocument),
    unproven(billReasons.unprovable),
    { kind: 'tooMany' },
    { kind: 'failed', why: 'x' },
  );
  const typed = fc.oneof(fc.string(), fc.constantFrom('1', '2', '0', cpf, '123'));
  fc.assert(
    fc.property(fc.array(fc.record({ typed, outcome }), { minLength: 12, maxLength: 12 }), (turns) => {
      let { state } = beginBill(now);
      for (const turn of turns) {
        if (state === null) return;
        const looking = state.step === 'looking';
        const step = billStep(state, looking ? { kind: 'found', outcome: turn.outcome } : { kind: 'text', text: turn.typed }, now);
        expect(step.lookup !== undefined).toBe(step.state?.step === 'looking');
        if (!looking) expect(step.says.map(({ text }) => text)).not.toContain(bill.line);
        ({ state } = step);
      }
      expect(state).toBeNull();
    }),
  );
});
