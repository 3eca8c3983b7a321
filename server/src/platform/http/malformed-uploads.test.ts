import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { served } from '../../../test/conversation.ts';
import { type MalformedForm, malformedForms } from '../../../test/malformed-forms.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const { admin, agent, ticket, whatsappId } = await served(world);
const { port } = new URL(world.server.url);

type Answer = { status: number | undefined; silent: boolean };

/**
 * The answer to exactly these bytes, and whether the connection was left hanging: afterwards it is closed, or the next request on
 * it is answered.
 */
function post(path: string, token: string, form: MalformedForm): Promise<Answer> {
  const body = Buffer.isBuffer(form.body) ? form.body : Buffer.from(form.body, 'utf8');
  const head = Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: ${form.type}\r\ncontent-length: ${form.length ?? body.length}\r\n\r\n`,
    'latin1',
  );
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    let heard = '';
    let asked = false;
    const statuses = () => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    const done = (silent = false) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: statuses()[0], silent });
    };
    const timer = setTimeout(() => done(true), 60_000);
    socket.on('error', () => done()).on('close', () => done());
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (!asked && statuses().length === 1) {
        asked = true;
        socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      }
    });
    socket.write(Buffer.concat([head, body]));
    if (form.length !== undefined) socket.end();
  });
}

const routes = [
  { path: `/messages/${ticket.id}`, field: 'medias', caller: agent },
  { path: '/contacts/upload', field: 'file', caller: admin },
  { path: `/simulator/${whatsappId}/messages`, field: 'media', caller: admin },
  { path: '/contacts', field: 'file', caller: admin },
];

/** A server that has too much to do says so, and to come again. */
async function answerOf(route: (typeof routes)[number], form: MalformedForm, tries = 5): Promise<Answer> {
  const answer = await post(route.path, route.caller.token, form);
  return answer.status === 503 && tries > 1 ? answerOf(route, form, tries - 1) : answer;
}

const leftovers = () => readdir(join(world.dataDir, 'media', '.temporary'));

test.each(routes)(
  'whatever is sent to $path as a form is answered in words of the contract, never by a fault or by silence',
  async (route) => {
    const wrong: unknown[] = [];
    const check = async (form: MalformedForm) => {
      const { status, silent } = await answerOf(route, form);
      // Nobody is there any more to hear about a connection that broke.
      const answered = status === undefined ? form.length !== undefined : status < 500;
      if (!answered || silent) wrong.push({ form: form.name, status, silent });
    };
    const forms = malformedForms(route.field);
    while (forms.length > 0) await Promise.all(forms.splice(0, 20).map(check));
    expect(wrong).toEqual([]);
    await expect.poll(leftovers, patient).toEqual([]);
  },
  120_000,
);
