import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../../test/screen.tsx';
import { aMessage } from '../messages/messages.fixture.ts';
import { Announcer } from './Announcer.tsx';
import { useArrivals } from './arrivals.ts';

let say: (...messages: ReturnType<typeof aMessage>[]) => void;

function Screen() {
  const [arrivals, hear] = useArrivals();
  const [name] = useState('Ana');
  useEffect(() => {
    say = (...messages) => act(() => messages.forEach(hear));
  }, [hear]);
  return <Announcer arrivals={arrivals} contactName={name} />;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const said = () => screen.getAllByRole('status')[0]?.textContent;
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

test('the first message is told at once; those that follow quickly are told together, the last of them in words', () => {
  show(<Screen />);
  expect(said()).toBe('');
  say(aMessage({ id: 1, body: 'Bom *dia*' }));
  expect(said()).toBe('Ana: Bom dia');
  say(aMessage({ id: 2, body: 'tudo bem?' }), aMessage({ id: 3, body: 'preciso de ajuda' }));
  pass(1000);
  say(aMessage({ id: 4, mediaType: 'image', mediaUrl: '/public/a.png', body: '' }));
  expect(said()).toBe('Ana: Bom dia');
  pass(5000);
  expect(said()).toBe('3 novas mensagens de Ana; última: Foto');
  pass(6000);
  say(aMessage({ id: 5, body: 'obrigada' }));
  expect(said()).toBe('Ana: obrigada');
});

test('what one says oneself, what is told twice and what comes while the tab is not looked at is not announced', () => {
  show(<Screen />);
  say(aMessage({ id: 1, fromMe: true, body: 'Pois não' }));
  expect(said()).toBe('');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  say(aMessage({ id: 2, body: 'alô?' }));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  say(aMessage({ id: 2, body: 'alô?' }));
  expect(said()).toBe('');
  say(aMessage({ id: 3, body: 'voltei' }));
  expect(said()).toBe('Ana: voltei');
});

test('several people of a group are told as the group, one of them by name', () => {
  show(<Screen />, { language: 'en' });
  const from = (id: number, name: string) => aMessage({ id, body: `from ${name}`, participant: { name, number: name } });
  say(from(1, 'Rita'));
  expect(said()).toBe('Rita: from Rita');
  say(from(2, 'Rita'), from(3, 'João'));
  pass(5000);
  expect(said()).toBe('2 new messages from Ana; last: from João');
});
