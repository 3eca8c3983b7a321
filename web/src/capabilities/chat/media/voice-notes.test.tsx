import { connectionsApi } from '@prosa/contracts/connections';
import { type Message, messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { marina, show, stub } from '../../../../test/screen.tsx';
import { aTicket } from '../../ticket-store/tickets.fixture.ts';
import { giveLayout } from '../../tickets/layout.fixture.ts';
import { Chat } from '../Chat.tsx';
import { aMessage } from '../messages/messages.fixture.ts';
import { isPlayed, nonePlayed, playedText, readPlayed, withPlayed } from './played-notes.ts';

let nextTicket = 2800;
const note = (id: number, over: Partial<Message> = {}) =>
  aMessage({ id, mediaType: 'audio', mediaUrl: `/public/${id}.mp3`, body: '', data: { seconds: 4, voice: true }, ...over });

/** A loudspeaker that plays as far as it is told. */
const sounds: HTMLMediaElement[] = [];
beforeAll(giveLayout);
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    if (!sounds.includes(this)) sounds.push(this);
    vi.spyOn(this, 'paused', 'get').mockReturnValue(false);
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
const goOn = (event: 'timeupdate' | 'ended') =>
  act(() => {
    const [speaker] = sounds;
    if (!speaker) throw new Error('nothing has been played');
    vi.spyOn(speaker, 'currentTime', 'get').mockReturnValue(1);
    speaker.dispatchEvent(new Event(event));
  });

function open(messages: Message[], as = {}) {
  const ticket = aTicket({ id: nextTicket++, userId: marina.id, user: { id: marina.id, name: marina.name } });
  return show(<Chat uuid={ticket.uuid} />, {
    as,
    api: [
      stub(connectionsApi.list, () => []),
      stub(ticketsApi.showByUuid, () => ticket),
      stub(messagesApi.list, () => ({ messages, ticket, count: messages.length, hasMore: false, pageNumber: 1 })),
    ],
  });
}
const unplayed = () => screen.queryAllByRole('img', { name: 'Ainda não ouvido' });

describe('voice notes', () => {
  test('that came in and were not played are marked; playing takes the mark off, also of the one that follows', async () => {
    open([note(1), note(2), note(3, { fromMe: true, user: { id: marina.id, name: marina.name } }), note(4, { data: { voice: false } })]);
    await waitFor(() => expect(unplayed()).toHaveLength(2));
    const first = screen.getAllByRole('article', { name: /Áudio, Ainda não ouvido/ })[0];
    await userEvent.click(within(first ?? document.body).getByRole('button', { name: 'Ouvir' }));
    expect(unplayed()).toHaveLength(2);
    goOn('timeupdate');
    expect(unplayed()).toHaveLength(1);
    goOn('ended');
    goOn('timeupdate');
    expect(unplayed()).toHaveLength(0);
    expect(localStorage.getItem(`played-${marina.id}`)).toBe('0,1,2');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: `played-${marina.id}`, newValue: '0,1' })));
    expect(unplayed()).toHaveLength(1);
  });

  test('are played at the speed that this person chose last, in whatever tab', async () => {
    open([note(11)], { id: 41 });
    await userEvent.click(await screen.findByRole('button', { name: 'Velocidade 1×' }));
    expect(localStorage.getItem('audioSpeed-41')).toBe('1.5');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'audioSpeed-41', newValue: '2' })));
    expect(screen.getByRole('button', { name: 'Velocidade 2×' })).toBeTruthy();
    cleanup();
    open([note(12)], { id: 42 });
    expect(await screen.findByRole('button', { name: 'Velocidade 1×' })).toBeTruthy();
  });
});

describe('what was played', () => {
  test('is kept by number; beyond the bound the oldest count as played', () => {
    const played = [5, 3, 9, 7].reduce((all, id) => withPlayed(all, id, 3), nonePlayed);
    expect(playedText(played)).toBe('3,5,7,9');
    expect([1, 3, 4, 5, 6].map((id) => isPlayed(played, id))).toEqual([true, true, false, true, false]);
    expect(readPlayed(playedText(played))).toEqual(played);
  });

  test('is nothing where what was stored can not be read', () => {
    for (const text of [undefined, '', 'x,1', '{}']) expect(readPlayed(text)).toEqual(nonePlayed);
  });
});
