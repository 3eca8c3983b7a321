import { companiesApi } from '@prosa/contracts/companies';
import { sessionApi } from '@prosa/contracts/session';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import { me } from '../../../test/sessions.ts';
import { openWorld } from '../../../test/world.ts';

const email = 'admin@prosa.local';
const required = { status: 403, body: { error: 'ERR_PASSWORD_CHANGE_REQUIRED' } };

test('the password that the server made must be changed before anything else can be done', async () => {
  const world = await openWorld({ ADMIN_PASSWORD: '', ROLES: 'web' });
  const first = /password: (\S+)$/.exec(world.printed[0] ?? '')?.[1] ?? '';
  const root = world.client();
  expect((await root.logIn(email, first)).user).toMatchObject({ super: true, mustChangePassword: true });
  const { id } = root.user;

  expect(await me(root)).toMatchObject({ status: 200, body: { mustChangePassword: true } });
  expect((await root.refresh()).user).toMatchObject({ mustChangePassword: true });
  for (const refused of [
    await root.send(ticketsApi.list, { query: {} }),
    await root.send(companiesApi.list, { query: {} }),
    await root.send(usersApi.show, { params: { id } }),
    await root.send(usersApi.create, { body: { name: 'Ajuda', email: 'ajuda@exemplo.com', password: 'segredo' } }),
    await root.send(usersApi.update, { params: { id: id + 1 }, body: { name: 'Outra' } }),
    await root.raw('GET', '/settings'),
  ])
    expect(refused).toMatchObject(required);
  await expect(root.listen()).rejects.toThrow('ERR_PASSWORD_CHANGE_REQUIRED');

  const change = (password: string, currentPassword: string) =>
    root.send(usersApi.update, { params: { id }, body: { password, currentPassword } });
  expect(await change('outro-segredo', 'errada')).toMatchObject({ status: 400, body: { error: 'ERR_WRONG_PASSWORD' } });
  expect(await change(first, first)).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'password', message: 'samePassword' }] },
  });
  expect(await me(root)).toMatchObject({ body: { mustChangePassword: true } });
  expect((await change('outro-segredo', first)).status).toBe(200);

  expect((await me(root)).body).not.toHaveProperty('mustChangePassword');
  expect((await root.send(ticketsApi.list, { query: {} })).status).toBe(200);
  await root.listen();
  expect((await root.logIn(email, 'outro-segredo')).user).not.toHaveProperty('mustChangePassword');
  await root.call(sessionApi.logout, {});
});

test('a password that the operator gave need not be changed; a short one is warned of at every start', async () => {
  const environment = { ADMIN_PASSWORD: 'onze-letras', ROLES: 'web' };
  const world = await openWorld(environment);
  const root = world.client();
  expect((await root.logIn(email, 'onze-letras')).user).not.toHaveProperty('mustChangePassword');
  expect((await root.send(ticketsApi.list, { query: {} })).status).toBe(200);
  const warning = 'ADMIN_PASSWORD has fewer than 12 characters: choose a longer password for admin@prosa.local';
  expect(world.printed).toEqual([`First login: ${email}  password: (from ADMIN_PASSWORD)`, warning]);
  const again = await openWorld(environment, world.database);
  expect(again.printed).toEqual([warning]);
  const longer = await openWorld({ ...environment, ADMIN_PASSWORD: 'doze-letras!' }, world.database);
  expect(longer.printed).toEqual([]);
});
