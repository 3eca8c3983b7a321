import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contactsApi } from '@prosa/contracts/contacts';
import { receiverExamples } from '@prosa/contracts/webhook-examples';
import { webhooksApi } from '@prosa/contracts/webhooks';
import { expect, test } from 'vitest';
import { newNumber } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const secret = 'um segredo de dezesseis';
type Language = keyof typeof receiverExamples;
const programs: Record<Language, { command: string; ending: string; words: (file: string, port: string) => string[] }> = {
  JavaScript: { command: process.execPath, ending: 'mjs', words: (file) => [file] },
  PHP: { command: 'php', ending: 'php', words: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
};
const languages = Object.keys(receiverExamples).filter((name): name is Language => name in programs);
const isThere = async (language: Language) =>
  promisify(execFile)(programs[language].command, ['--version']).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const ports = { JavaScript: await freePort(), PHP: await freePort() } satisfies Record<Language, string>;
const world = await openWorld({
  OUTBOUND_ALLOW: Object.values(ports)
    .map((port) => `webhook:127.0.0.1:${port}`)
    .join(),
});

/** Whether somebody answers there: a program needs a moment to begin. */
const answers = (url: string) =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    ({ status }) => status,
    () => 0,
  );

test.for(languages)('the receiver of the page in %s takes what we signed, and nothing else', async (language, { skip }) => {
  if (!(await isThere(language))) skip(`${language} is not on this machine`);
  const { command, ending, words } = programs[language];
  const file = join(world.dataDir, `receiver.${ending}`);
  await writeFile(file, receiverExamples[language]);
  const port = ports[language];
  const program = spawn(command, words(file, port), { env: { ...process.env, PORT: port, WEBHOOK_SECRET: secret }, stdio: 'ignore' });
  try {
    const url = `http://127.0.0.1:${port}/`;
    // Without a signature.
    await expect.poll(() => answers(url), patient).toBe(401);
    const admin = await world.company();
    const hook = (used: string) =>
      admin.call(webhooksApi.create, { body: { name: 'Meu', url, events: ['contact.created'], secret: used } });
    const [known, unknown] = [await hook(secret), await hook('outro segredo qualquer')];
    await admin.call(contactsApi.create, { body: { name: 'Ana Júlia', number: newNumber() } });
    const told = async (id: number) => (await admin.call(webhooksApi.deliveries, { params: { id }, query: {} })).records[0]?.status;
    await expect.poll(async () => [await told(known.id), await told(unknown.id)], patient).toEqual([204, 401]);
  } finally {
    program.kill();
  }
});
