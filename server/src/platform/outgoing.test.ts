import { endpoint } from '@prosa/contracts/kit';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from './boot/config.ts';
import { openHttpServer } from './http/http-server.ts';
import { openLog } from './log.ts';
import { outgoing } from './outgoing.ts';

const lines: string[] = [];
const config = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
const log = openLog('error', { write: (line: string) => void lines.push(line) });
const app = await openHttpServer(config, log);
const listed = endpoint('GET', '/people', { reply: z.object({ people: z.array(z.object({ name: z.string(), age: z.int() })) }) });
app.get('/people', async () => outgoing(listed.reply, { people: [{ name: 'Helena Prado', age: Number.NaN }] }, 'GET /people'));
afterAll(() => app.close());

test('a reply that breaks its own contract is our fault: 500, logged by place, without the data', async () => {
  const answer = await app.inject({ method: 'GET', url: '/people' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ error: 'ERR_INTERNAL' });
  expect(lines.join('')).toContain('GET /people breaks its contract at people.0.age: invalid_type');
  expect(lines.join('')).not.toContain('Helena');
});

test('fields that the contract does not know stay inside', () => {
  const told = { people: [{ name: 'Ana', age: 30, password: 'x' }] };
  expect(outgoing(listed.reply, told, 'GET /people')).toEqual({ people: [{ name: 'Ana', age: 30 }] });
});
