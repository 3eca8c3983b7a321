import { platformSettingValues } from '@prosa/contracts/settings';
import { usersApi } from '@prosa/contracts/users';
import type { Client } from '../browser.ts';
import type { Finding } from './catalogue.ts';
import type { Stage } from './stage.ts';

export const superUser = 'the super user';
export const plainAdmin = 'the plain admin of the platform';

/** Finds out whether an admin of the platform's own company gets hold of a super user, of the flag, or of where payments go. */
export async function findSuperUserErrors(stage: Stage): Promise<Finding[]> {
  const [boss, plain] = [clientOf(stage, superUser), clientOf(stage, plainAdmin)];
  const victim = await stage.world.colleague(boss, 'admin');
  const idOf = (client: Client) => ({ params: { id: client.user.id } });
  await boss.call(usersApi.update, { ...idOf(victim), body: { super: true } });
  const tries: Array<[string, () => ReturnType<Client['raw']>]> = [
    ['changes a super user', () => plain.send(usersApi.update, { ...idOf(victim), body: { name: 'Outro' } })],
    ['resets the password of a super user', () => plain.send(usersApi.update, { ...idOf(victim), body: { password: 'outra-senha' } })],
    ['becomes a super user', () => plain.send(usersApi.update, { ...idOf(plain), body: { super: true } })],
    ['deletes a super user', () => plain.send(usersApi.remove, idOf(victim))],
    ...Object.keys(platformSettingValues).map((key): [string, () => ReturnType<Client['raw']>] => [
      `sets ${key}`,
      () => plain.raw('PUT', `/settings/${key}`, { body: { value: 'outra' } }),
    ]),
  ];
  const findings: Finding[] = [];
  for (const [where, attempt] of tries) {
    const { status } = await attempt();
    if (status !== 403) findings.push({ where, what: `answers ${status}` });
  }
  // Whatever got through is undone.
  await boss.call(usersApi.update, { ...idOf(plain), body: { super: false } });
  await boss.send(usersApi.remove, idOf(victim));
  return findings;
}

function clientOf({ actors }: Stage, wanted: string): Client {
  const person = actors.find(({ name }) => name === wanted)?.person;
  if (!person) throw new Error(`no actor is called ${wanted}`);
  return person.client;
}
