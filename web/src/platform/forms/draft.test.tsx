import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { useDraft } from './draft.ts';

const Named = z.object({ name: z.string() });
const saved: string[] = [];

function NameForm() {
  const draft = useDraft(Named, { name: '' });
  return (
    <form aria-label="form" onSubmit={draft.onSubmit(({ name }) => saved.push(name))}>
      <input value={draft.values.name} onChange={({ target }) => draft.set('name', target.value)} />
    </form>
  );
}

afterEach(() => {
  cleanup();
  saved.length = 0;
});

const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });

/** At a time that does not hang on how quick this machine is. */
function submitAt(milliseconds: number): void {
  const event = createEvent.submit(screen.getByRole('form'));
  Object.defineProperty(event, 'timeStamp', { value: milliseconds });
  fireEvent(screen.getByRole('form'), event);
}

test('a double click saves once', () => {
  render(<NameForm />);
  type('Vendas');
  submitAt(1_000);
  submitAt(1_200);
  expect(saved).toEqual(['Vendas']);
  submitAt(1_500);
  expect(saved).toEqual(['Vendas', 'Vendas']);
});

test('a form that was changed after it was saved can be saved again at once', () => {
  render(<NameForm />);
  type('Vendas');
  submitAt(1_000);
  type('Suporte');
  submitAt(1_100);
  expect(saved).toEqual(['Vendas', 'Suporte']);
});
