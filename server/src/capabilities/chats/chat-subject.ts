import { z } from 'zod';
import type { SubjectOf } from '../../platform/live/shut-out.ts';

const names = /^company-\d+-chat(?:-user-(\d+)|-\d+)?$/;
const WithId = z.object({ id: z.int() });
const Told = z.union([
  z.object({ chat: WithId }).transform(({ chat }) => ({ id: chat.id, isGone: false })),
  z.object({ record: WithId }).transform(({ record }) => ({ id: record.id, isGone: false })),
  z.object({ action: z.literal('delete'), id: z.int() }).transform(({ id }) => ({ id, isGone: true })),
]);

/** The chat an event tells of. A member who is told that it is gone was taken out of it, or it was deleted. */
export const chatSubject: SubjectOf = ({ name, data }) => {
  const named = names.exec(name);
  const told = named && Told.safeParse(data).data;
  if (!told) return undefined;
  return { key: `chat ${told.id}`, ...(told.isGone && named[1] !== undefined && { shutsOut: Number(named[1]) }) };
};
