// @vitest-environment jsdom
import '../../../../test/browser.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { focusSoon } from './focus-soon.ts';

function twoFields() {
  const [row, field] = [document.createElement('input'), document.createElement('input')];
  document.body.replaceChildren(row, field);
  row.focus();
  return { row, field };
}
const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

const shortcuts = vi.fn();
document.addEventListener('keydown', shortcuts);
afterEach(() => shortcuts.mockClear());

test('the field has the focus a frame later', async () => {
  const { field } = twoFields();
  focusSoon(field);
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  press('a');
  expect(shortcuts).toHaveBeenCalledTimes(1);
});

test('a key pressed before that goes to the field, and no shortcut hears it', () => {
  const { field } = twoFields();
  focusSoon(field);
  press('a');
  expect(document.activeElement).toBe(field);
  expect(shortcuts).not.toHaveBeenCalled();
});

test('whoever is already in the field, or went elsewhere, is left alone', async () => {
  const { row, field } = twoFields();
  focusSoon(field);
  field.focus();
  press('Enter');
  expect(shortcuts).toHaveBeenCalledTimes(1);
  field.focus();
  focusSoon(field);
  row.focus();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(document.activeElement).toBe(row);
});

test('called off, it takes nothing', async () => {
  const { row, field } = twoFields();
  focusSoon(field)();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(document.activeElement).toBe(row);
});
