import { liveCalls } from '@prosa/contracts/live';
import type { Socket } from 'socket.io';
import type { TicketPresences } from './ticket-presence.ts';

const joinsPerWindow = 50;
const windowMilliseconds = 10_000;

/** The specification's joins. They are checked and acknowledged; what a socket hears of events depends on its rights alone. */
export function answerJoins(socket: Socket, tickets: TicketPresences, mayFollow: (ticketId: number) => Promise<boolean>): void {
  let joins = 0;
  let windowEnds = 0;
  const allowed = () => {
    if (Date.now() > windowEnds) [joins, windowEnds] = [0, Date.now() + windowMilliseconds];
    return ++joins <= joinsPerWindow;
  };
  const answer = (reply: unknown, ok: boolean) => {
    if (typeof reply === 'function') reply({ ok });
  };
  socket.on('joinTickets', (...said: unknown[]) => answer(said.at(-1), allowed() && liveCalls.joinTickets.safeParse(said[0]).success));
  socket.on('joinNotification', (...said: unknown[]) => answer(said.at(-1), allowed()));
  // The socket itself says that somebody is there; the specification's heartbeat is heard and acknowledged, whatever comes with it.
  socket.on('userStatus', (...said: unknown[]) => answer(said.at(-1), allowed()));
  socket.on('joinChatBox', (ticketId: unknown, reply: unknown) => {
    const { success, data } = liveCalls.joinChatBox.safeParse(ticketId);
    if (!allowed() || !success) return answer(reply, false);
    mayFollow(data).then(
      (ok) => {
        if (ok) tickets.look(socket, data);
        answer(reply, ok);
      },
      () => answer(reply, false),
    );
  });
  socket.on('leaveChatBox', (ticketId: unknown, reply: unknown) => {
    const { success, data } = liveCalls.leaveChatBox.safeParse(ticketId);
    if (success) tickets.leave(socket, data);
    answer(reply, success);
  });
  socket.on('typing', (said: unknown, reply: unknown) => {
    const { success, data } = liveCalls.typing.safeParse(said);
    const ok = allowed() && success;
    if (ok) tickets.type(socket, data.ticketId, data.recording);
    answer(reply, ok);
  });
}
