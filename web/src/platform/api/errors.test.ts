// @vitest-environment jsdom
import '../../../test/browser.ts';
import { refusals } from '@prosa/contracts/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import { noticeHistory, notify, shownNotices } from '../browser/notices.ts';
import { commonMessages, fieldMessages } from '../language/common.messages.ts';
import { ApiError, networkError } from './api-error.ts';
import { errorMessages } from './errors.messages.ts';
import { errorText, useShowError } from './errors.ts';

beforeEach(() => shownNotices.set([]));

test.each([
  [
    'a known code is translated',
    new ApiError(400, { error: 'ERR_OTHER_OPEN_TICKET' }),
    'Já existe um atendimento aberto para este contato.',
  ],
  ['an unknown code is shown raw', new ApiError(400, { error: 'Something odd' }), 'Something odd'],
  ['a plain string is shown as it is', new ApiError(502, 'Bad gateway'), 'Bad gateway'],
  ['a thrown string too', 'Disco cheio', 'Disco cheio'],
  ['anything else has the general words', new Error('internal'), 'An error occurred!'],
  ['so has an empty reply', new ApiError(500, ''), 'An error occurred!'],
  ['and one of another shape', new ApiError(500, { error: { code: 7 } }), 'An error occurred!'],
])('%s', (_, error, text) => {
  expect(errorText(error, 'pt')).toBe(text);
});

test('the words follow the language', () => {
  expect(errorText(new ApiError(401, { error: 'ERR_INVALID_CREDENTIALS' }), 'en')).toBe(
    'Authentication error. Check your email and password.',
  );
  expect(errorText({}, 'es')).toBe('¡Ocurrió un error!');
});

test('an unreachable server raises no toast', () => {
  useShowError()(networkError());
  expect(shownNotices.get()).toEqual([]);
});

describe('notices', () => {
  test('the same words do not stack, three at most are shown, fifty remembered', () => {
    notify('danger', 'again');
    notify('danger', 'again');
    expect(shownNotices.get()).toHaveLength(1);
    for (let count = 0; count < 60; count += 1) notify('info', `notice ${count}`);
    expect(shownNotices.get().map(({ text }) => text)).toEqual(['notice 57', 'notice 58', 'notice 59']);
    expect(noticeHistory.get()).toHaveLength(50);
    expect(noticeHistory.get()[0]?.text).toBe('notice 59');
  });
});

describe('catalogues', () => {
  test('every refusal of the contract has words, in three languages', () => {
    for (const language of ['pt', 'en', 'es'] as const) {
      for (const code of Object.keys(refusals)) expect(errorText(code, language)).not.toBe(code);
    }
  });

  test('no text is blank, and placeholders agree between languages', () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join();
    for (const { pt, en, es } of [commonMessages, fieldMessages, errorMessages]) {
      for (const [key, text] of Object.entries(pt)) {
        for (const other of [en, es].map((texts) => new Map(Object.entries(texts)).get(key) ?? '')) {
          expect(other.trim(), key).not.toBe('');
          expect(holes(other), key).toBe(holes(text));
        }
      }
    }
  });

  test("the specification's field texts stay as written", () => {
    for (const language of ['pt', 'en'] as const) {
      expect(fieldMessages[language]).toMatchObject({
        tooShort: 'Too Short!',
        tooLong: 'Too Long!',
        required: 'Required',
        invalidEmail: 'Invalid email',
      });
    }
  });
});
