import { describe, expect, test } from 'vitest';
import { errorOfFailure } from '../failures.ts';
import { changesIn } from './envelope.ts';
import { failureOf, meaningOf } from './errors.rules.ts';
import { framesOf } from './frames.rules.ts';
import { openPace } from './pace.ts';
import { readTemplate, templatePayload } from './templates.ts';

describe('errors', () => {
  test.each([
    [190, 401, { kind: 'credentials' }],
    [0, 401, { kind: 'credentials' }],
    [10, 403, { kind: 'credentials' }],
    [200, 403, { kind: 'credentials' }],
    [299, 403, { kind: 'credentials' }],
    [131056, 400, { kind: 'pairRate' }],
    [130429, 429, { kind: 'numberRate' }],
    [80007, 400, { kind: 'numberRate' }],
    [131016, 500, { kind: 'later', reason: 'temporary' }],
    [131047, 400, { kind: 'failed', reason: 'windowClosed' }],
    [131050, 400, { kind: 'failed', reason: 'blocked' }],
    [132001, 404, { kind: 'failed', reason: 'templateRefused' }],
    [131053, 400, { kind: 'failed', reason: 'mediaRefused' }],
    [131042, 400, { kind: 'failed', reason: 'restricted' }],
    [999_999, 400, { kind: 'failed', reason: 'refused' }],
    [999_999, 500, { kind: 'later', reason: 'temporary' }],
    [undefined, 429, { kind: 'numberRate' }],
    [undefined, 401, { kind: 'credentials' }],
  ])('%s with %i', (code, status, meaning) => expect(meaningOf({ code, status })).toEqual(meaning));

  test('a late failure always has a reason that people can be told', () => {
    for (const code of [131026, 131047, 131049, 130472, 190, 131056, 131000, undefined])
      expect(errorOfFailure).toHaveProperty(failureOf(code));
  });
});

describe('pace', () => {
  test('a customer waits 4, 16, 64 seconds, others not at all; when something gets through it begins anew', () => {
    let time = 0;
    const pace = openPace(
      () => time,
      () => 0,
    );
    for (const seconds of [4, 16, 64]) {
      pace.pairLimited('ana');
      time += seconds * 1000 - 1;
      expect([pace.mayGo('ana'), pace.mayGo('bia')]).toEqual([false, true]);
      time += 1;
      expect(pace.mayGo('ana')).toBe(true);
    }
    pace.wentWell('ana');
    pace.pairLimited('ana');
    time += 4000;
    expect(pace.mayGo('ana')).toBe(true);
    pace.numberLimited();
    expect([pace.mayGo('ana'), pace.mayGo('bia')]).toEqual([false, false]);
    time += 1000;
    expect(pace.mayGo('bia')).toBe(true);
  });
});

describe('templates', () => {
  const listed = (components: object[], over: object = {}) =>
    readTemplate({ name: 'n', language: 'pt_BR', status: 'APPROVED', category: 'UTILITY', components, ...over });

  test('header, body, footer and a dynamic address are one text with places counted through, each filled in its own part', () => {
    const template = listed([
      { type: 'HEADER', format: 'TEXT', text: 'Fatura {{1}}' },
      { type: 'BODY', text: 'Olá {{1}}, vence {{2}}, {{1}}' },
      { type: 'FOOTER', text: 'Loja' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Parar' },
          { type: 'URL', text: 'Pagar', url: 'https://l.example/{{1}}' },
        ],
      },
    ]);
    expect(template?.body).toBe('Fatura {{1}}\n\nOlá {{2}}, vence {{3}}, {{2}}\n\nLoja\n\nPagar: https://l.example/{{4}}');
    const text = (value: string) => ({ type: 'text', text: value });
    expect(template && templatePayload(template, ['9', 'Ana\n\t ', 'hoje', 'abc'])).toEqual({
      name: 'n',
      language: { code: 'pt_BR' },
      components: [
        { type: 'header', parameters: [text('9')] },
        { type: 'body', parameters: [text('Ana'), text('hoje')] },
        { type: 'button', sub_type: 'url', index: '1', parameters: [text('abc')] },
      ],
    });
    expect(template && templatePayload(template, ['9', 'Ana', 'hoje'])).toBeUndefined();
    expect(template && templatePayload(template, ['9', '', 'hoje', 'abc'])).toBeUndefined();
  });

  test('named places are numbered here and named there', () => {
    const template = listed([{ type: 'BODY', text: 'Olá {{cliente}}' }], { parameter_format: 'NAMED' });
    expect(template?.body).toBe('Olá {{1}}');
    expect(template && templatePayload(template, ['Ana'])?.components).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'cliente', text: 'Ana' }] },
    ]);
  });

  test('what is not approved, or needs a file or a code, is not offered', () => {
    const body = { type: 'BODY', text: 'Veja' };
    expect(listed([body], { status: 'PAUSED' })).toBeUndefined();
    expect(listed([{ type: 'HEADER', format: 'IMAGE' }, body])).toBeUndefined();
    expect(listed([body, { type: 'BUTTONS', buttons: [{ type: 'OTP', text: 'Copiar' }] }])).toBeUndefined();
    expect(listed([{ type: 'FOOTER', text: 'Loja' }])).toBeUndefined();
  });
});

describe('files and people', () => {
  const context = { ownId: () => undefined, seal: () => 'sealed', now: new Date('2026-09-20T12:00:00Z') };
  const frames = (...values: object[]) =>
    changesIn({ entry: [{ changes: values.map((value) => ({ field: 'messages', value })) }] }).flatMap((change) =>
      framesOf(change, context),
    );
  const message = (over: object) => ({ id: 'wamid.A', from: '5511999990000', timestamp: '1790000000', ...over });

  test('what was forwarded says so', () => {
    const said = { type: 'text', text: { body: 'Corrente' } };
    const dataOf = (context: object) => frames({ messages: [message({ ...said, context })] }).map((frame) => 'data' in frame && frame.data);
    expect([dataOf({ forwarded: true }), dataOf({ frequently_forwarded: true }), dataOf({})]).toEqual([
      [{ forwarded: true }],
      [{ forwarded: true }],
      [null],
    ]);
  });

  test.each([
    ['image', { id: '1', mime_type: 'image/jpeg' }, 'image', 'image.jpeg'],
    ['sticker', { id: '1', mime_type: 'image/webp' }, 'image', 'sticker.webp'],
    ['video', { id: '1', mime_type: 'video/mp4' }, 'video', 'video.mp4'],
    ['audio', { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true }, 'audio', 'audio.ogg'],
    ['document', { id: '1', mime_type: 'application/pdf', filename: 'conta.pdf' }, 'application', 'conta.pdf'],
  ])('%s', (type, file, kind, fileName) => {
    const [frame] = frames({ messages: [message({ type, [type]: file })] });
    expect(frame).toMatchObject({ mediaType: kind, remote: { ref: 'sealed', kind, fileName, size: null } });
    if (type === 'audio') expect(frame).toMatchObject({ data: { voice: true }, remote: { mimetype: 'audio/ogg' } });
  });

  test('a changed number is a silent note in the thread, and tells who the new number is', () => {
    const system = { type: 'user_changed_number', body: 'Ana mudou de número', wa_id: '5511988880000', user_id: 'BR.x1' };
    expect(frames({ messages: [message({ type: 'system', system })] })).toEqual([
      { kind: 'identity', privacyId: 'BR.x1@lid', number: '5511988880000' },
      expect.objectContaining({ kind: 'message', body: 'Ana mudou de número', silent: true }),
    ]);
  });

  test('a time that can not be read is now, and an address that is none is nobody', () => {
    expect(frames({ messages: [message({ type: 'text', text: { body: 'x' }, timestamp: 'soon' })] })).toMatchObject([
      { sentAt: '2026-09-20T12:00:00.000Z' },
    ]);
    expect(frames({ messages: [message({ type: 'text', text: { body: 'x' }, from: '../x', from_user_id: '1' })] })).toEqual([]);
  });

  test('each part of a post is read once, however deep it stands, and of a list no more than Meta tells at once', () => {
    let reads = 0;
    const phone = {
      get wa_id() {
        reads += 1;
        return '5511911112222';
      },
    };
    const card = { name: { formatted_name: 'Bia' }, phones: [phone] };
    expect(frames({ messages: [message({ type: 'contacts', contacts: [card] })] })).toMatchObject([
      { data: { contacts: [{ name: 'Bia', number: '5511911112222' }] } },
    ]);
    expect(reads).toBe(1);
    const many = Array.from({ length: 1_500 }, (_, place) => message({ id: `wamid.${place}`, type: 'text', text: { body: 'x' } }));
    expect(frames({ messages: many })).toHaveLength(1_000);
    expect(frames(...many.slice(0, 1_000).map((each) => ({ messages: [each] })))).toHaveLength(1_000);
    expect(frames(...Array.from({ length: 20 }, () => ({ messages: many }))).length).toBeLessThan(10_000);
  });

  test('what is too long for an id of Meta’s is none', () => {
    const long = '5'.repeat(301);
    expect(frames({ messages: [message({ type: 'text', text: { body: 'x' }, context: { id: long } })] })).toMatchObject([
      { quotedId: null },
    ]);
    expect(frames({ messages: [message({ type: 'image', image: { id: long } })] })).toMatchObject([{ mediaType: null }]);
  });
});
