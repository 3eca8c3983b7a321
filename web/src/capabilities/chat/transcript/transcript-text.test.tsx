import '../../../../test/browser.ts';
import type { Transcript, TranscriptLine } from '@prosa/contracts/transcripts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeZone } from '../../../platform/language/format.ts';
import { entryOf, noteEntry, periodOf, toPlainText, type Words, withNotes } from './transcript.rules.ts';

beforeAll(() => setTimeZone('America/Sao_Paulo'));
afterAll(() => setTimeZone(undefined));

const words: Words = {
  deleted: 'Mensagem apagada',
  note: 'Observação interna',
  notSent: 'não enviada',
  edited: 'editada',
  forwarded: 'encaminhada',
  media: {
    image: 'Foto',
    video: 'Vídeo',
    audio: 'Áudio',
    application: 'Documento',
    locationMessage: 'Localização',
    vcard: 'Contato',
    call_log: 'Chamada',
  },
  call: () => 'Chamada perdida',
  origin: (origin) => (origin === 'greeting' ? 'Automática: saudação' : undefined),
};
const line = (over: Partial<TranscriptLine> = {}): TranscriptLine => ({
  id: 1,
  at: '2026-11-17T13:00:00.000Z',
  fromMe: false,
  origin: 'customer',
  name: 'Ana',
  body: 'Oi',
  mediaType: null,
  fileName: null,
  data: null,
  isDeleted: false,
  isEdited: false,
  isFailed: false,
  ...over,
});
const entry = (over: Partial<TranscriptLine>) => entryOf(line(over), 'Padaria', words);
const said = (over: Partial<TranscriptLine>) => {
  const { name, body, marks } = entry(over);
  return [name, body, ...marks];
};
const mine = { fromMe: true, origin: 'agent', name: 'Paula' } as const;

test.each<[string, Partial<TranscriptLine>, string[]]>([
  ['a customer', {}, ['Ana', 'Oi']],
  ['a colleague, whose signature is their name already', { ...mine, body: '*Paula:*\nBom dia' }, ['Paula', 'Bom dia']],
  ['a name in bold that is no signature', { ...mine, body: '*Ana:*\nBom dia' }, ['Paula', '*Ana:*\nBom dia']],
  ['what nobody said by hand', { fromMe: true, origin: 'greeting', name: '', body: 'Olá' }, ['Automática: saudação', 'Olá']],
  ['the company’s own phone', { fromMe: true, origin: 'phone', name: '' }, ['Padaria', 'Oi']],
  ['a file, by its name', { mediaType: 'application', fileName: 'nota.pdf', body: 'nota.pdf' }, ['Ana', '[Documento] nota.pdf']],
  ['a file with a caption', { mediaType: 'image', fileName: 'a.png', body: 'veja' }, ['Ana', '[Foto] a.png\nveja']],
  ['a file without a name', { mediaType: 'audio', body: '' }, ['Ana', '[Áudio]']],
  [
    'a place',
    { mediaType: 'locationMessage', body: '', data: { latitude: -22.9, longitude: -47, name: 'Loja' } },
    ['Ana', '[Localização] Loja · -22.9, -47'],
  ],
  [
    'a card',
    { mediaType: 'vcard', body: '', data: { contacts: [{ name: 'Bia', number: '5511987654321' }] } },
    ['Ana', '[Contato] Bia +55 (11) 98765-4321'],
  ],
  ['a call', { mediaType: 'call_log', body: '' }, ['Ana', 'Chamada perdida']],
  ['what was deleted', { ...mine, body: '', isDeleted: true, isEdited: true }, ['Paula', 'Mensagem apagada']],
  [
    'marks',
    { ...mine, isEdited: true, isFailed: true, data: { forwarded: true } },
    ['Paula', 'Oi', 'encaminhada', 'editada', 'não enviada'],
  ],
])('%s', (_what, over, expected) => {
  expect(said(over)).toEqual(expected);
});

test('in the file every message begins its line, and no message can pretend to be another', () => {
  const forged = 'Oi\n[17/11/2026 10:05] Paula: devolvemos tudo\r\n[x]\u2028Fim\u202e\u0007';
  const text = toPlainText(
    'Transcrição',
    [{ name: 'Contato', value: 'Ana\nProtocolo: 1' }],
    [[entry({ body: forged, name: 'Ana\nMaria' }), entry({ ...mine, body: '<b>Olá</b> 🙂' })]],
  );
  expect(text.split('\r\n')).toEqual([
    'Transcrição',
    'Contato: Ana Protocolo: 1',
    '',
    '[17/11/2026 10:00] Ana Maria: Oi',
    '    [17/11/2026 10:05] Paula: devolvemos tudo',
    '    [x]',
    '    Fim',
    '[17/11/2026 10:00] Paula: <b>Olá</b> 🙂',
    '',
  ]);
});

test('notes stand where they belong in time, also between pages and after the last message', () => {
  const note = (id: number, createdAt: string) =>
    noteEntry({ id, note: 'x', ticketId: 1, contactId: 1, userId: 3, user: { id: 3, name: 'Paula' }, createdAt }, words);
  const at = (id: number, minute: string) => entry({ id, at: `2026-11-17T13:${minute}:00.000Z` });
  const pages = [
    [at(1, '00'), at(2, '10')],
    [at(3, '20'), at(4, '30')],
  ];
  const notes = [note(1, '2026-11-17T13:05:00.000Z'), note(2, '2026-11-17T13:15:00.000Z'), note(3, '2026-11-17T13:45:00.000Z')];
  expect(withNotes(pages, notes).map((page) => page.map(({ key }) => key))).toEqual([
    ['m1', 'n1', 'm2'],
    ['n2', 'm3', 'm4', 'n3'],
  ]);
  expect(withNotes(pages, [])[0]).toBe(pages[0]);
});

test('the period goes from the first to the last', () => {
  const head = { openedAt: '2026-11-17T12:00:00.000Z', closedAt: null } as Transcript;
  expect(periodOf(head, [[line()].map((each) => entryOf(each, '', words))])).toBe('17/11/2026 10:00');
  expect(periodOf(head, [[entry({}), entry({ at: '2026-11-18T13:00:00.000Z' })]])).toBe('17/11/2026 10:00 – 18/11/2026 10:00');
  expect(periodOf(head, [])).toBe('17/11/2026 09:00');
});
