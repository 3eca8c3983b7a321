import { companiesApi } from '@prosa/contracts/companies';
import { afterAll, expect, test } from 'vitest';
import type { Route } from '../../src/platform/http/http.ts';
import type { Client } from '../browser.ts';
import { mountOtherCallers } from '../other-callers.ts';
import { sessionsIn } from '../sessions.ts';
import { openWorld } from '../world.ts';
import { type Call, callOf, codeOf, idsOf, missing, nameOf, send } from './calls.ts';
import { setStage } from './stage.ts';

const world = await openWorld({ ROLES: 'web', PIX_KEY: 'chave@prosa.example' }, undefined, mountOtherCallers);
const { http, url } = world.server;
const { setDueDate, dayFromNow } = sessionsIn(world);
const stage = await setStage(world);
const { database } = stage;
afterAll(() => stage.close());
const boss = world.client();
await boss.logIn(world.config.ADMIN_EMAIL);

/** Calls that people make with their session. */
const ofPeople = http.routes.filter(({ policy }) => !['public', 'connection', 'signed'].includes(policy));
const payingCalls = ['GET /invoices/all', 'POST /subscription', 'GET /other/payer/:contactId', 'POST /other/payer'];

test('"everything under /auth, GET /invoices/all, POST /subscription … every other call is 402", whoever of an overdue company calls', {
  timeout: 600_000,
}, async () => {
  const admin = await world.company();
  const [agent, supervisor, platformer] = [
    await world.colleague(admin),
    await world.colleague(admin, 'supervisor'),
    await world.colleague(admin),
  ];
  const { companyId } = admin.user;
  await database.query('update users set super = true where id = $1', [platformer.user.id]);
  await setDueDate(companyId, dayFromNow(-1));
  const findings: string[] = [];
  for (const route of ofPeople)
    for (const [who, client] of Object.entries({ admin, agent, supervisor, platformer })) {
      const answer = await send(url, client.token, callOf(route.endpoint, missing(companyId)));
      const wanted = wantedOf(route, who);
      const said = `${answer.status} ${codeOf(answer)}`.trim();
      if (!wanted.test(said)) findings.push(`${nameOf(route)} as ${who}: ${said} and not ${String(wanted)}`);
    }
  expect(findings).toEqual([]);
});

function wantedOf(route: Route, who: string): RegExp {
  const name = nameOf(route);
  if (route.endpoint.path.startsWith('/auth/')) return /^200$/;
  if (!payingCalls.includes(name)) return /^402 ERR_SUBSCRIPTION_EXPIRED$/;
  // An invoice or a contact that stands nowhere is not found; the door itself is open.
  return who === 'admin' ? /^(200|404 ERR_NO_\w+_FOUND)$/ : /^403 ERR_NO_PERMISSION$/;
}

/** What decides over money and rights, under every name it goes by. */
const wishes = {
  ...{ price: 0.01, value: '0.01', valor: { original: '0.01' }, amount: '0.01', original: '0.01' },
  ...{ planId: 2, plan: { id: 2, value: '0.01', users: 9999, connections: 9999, queues: 9999 } },
  ...{ dueDate: '2099-12-31', due_date: '2099-12-31', trialExpiration: '2099-12-31', recurrence: 'ANUAL', createdAt: '2000-01-01' },
  ...{ isPlatform: true, is_platform: true, deletedAt: null, campaignsEnabled: true, companyId: 1, company_id: 1 },
  ...{ super: true, profile: 'admin', role: 'admin', isPublic: true },
  company: { id: 1, planId: 2, dueDate: '2099-12-31', status: true, recurrence: 'ANUAL', isPlatform: true },
  user: { super: true, profile: 'admin', companyId: 1 },
  invoice: { value: '0.01', status: 'paid', dueDate: '2099-12-31' },
};

/** Everything of the company and the platform that only the platform's people may decide. */
async function decided(companyId: number, people: number[]): Promise<unknown> {
  const { rows } = await database.query(
    `
      select to_jsonb(c) - 'updated_at' - 'schedules' - 'billing_name' - 'zipcode' - 'street' - 'state' - 'city' - 'district' as company,
        (select jsonb_agg(to_jsonb(p) order by p.id) from plans p) as plans,
        (select jsonb_agg(to_jsonb(i) order by i.id) from invoices i where i.company_id = c.id) as invoices,
        (select count(*)::int from payments y where y.company_id = c.id) as payments,
        (select s.value from settings s where s.company_id = c.id and s.key = 'campaignsEnabled') as campaigns,
        (select count(*)::int from users u where u.company_id = c.id and u.super) as supers,
        (
          select jsonb_agg(jsonb_build_array(u.id, u.company_id, u.profile, u.super) order by u.id)
          from users u
          where u.id = any($2)) as people,
        (select count(*)::int from companies) as companies
      from companies c
      where c.id = $1`,
    [companyId, people],
  );
  return rows[0];
}

const withWishes = (call: Call): Call => {
  const [path = '', search = ''] = call.path.split('?');
  const texts = Object.entries(wishes).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  // What the call needs goes before what is wished for.
  const query = new URLSearchParams({ ...Object.fromEntries(texts), ...Object.fromEntries(new URLSearchParams(search)) });
  return { ...call, path: `${path}?${query.toString()}`, ...(call.method !== 'GET' && { body: { ...wishes, ...Object(call.body) } }) };
};

test('"The browser can not influence an amount, a due date, a plan or a role": every wish in every call changes nothing of it', {
  timeout: 600_000,
}, async () => {
  const { id: companyId, crew, rows } = stage.a;
  const { admin, agent } = crew;
  const payer = world.client();
  payer.token = await http.billing.sign({ userId: admin.user.id, companyId });
  await boss.call(companiesApi.update, { params: { id: companyId }, body: { campaignsEnabled: false } });
  // A message that failed waits nowhere: it can be sent again.
  await database.query('delete from outbox where id = $1', [rows.get('outbox')?.id]);
  const people = [admin.user.id, agent.user.id];
  const before = await decided(companyId, people);
  const actors: Record<string, Client> = { agent, payer, admin };
  // What is deleted can not be tried any more.
  const removing = (route: Route) => route.endpoint.method === 'DELETE';
  const findings: string[] = [];
  let changes = 0;
  for (const route of [...ofPeople.filter((route) => !removing(route)), ...ofPeople.filter(removing)]) {
    // Leaving is no wish, and neither is another's e-mail address or password.
    for (const [who, client] of Object.entries(actors)) {
      const { status } = await send(url, client.token, withWishes(callOf(route.endpoint, idsOf(rows, companyId))));
      if (status < 300 && route.endpoint.method !== 'GET') changes += 1;
      if (status >= 500) findings.push(`${nameOf(route)} as ${who}: ${status}`);
    }
    const now = await decided(companyId, people);
    if (JSON.stringify(now) !== JSON.stringify(before)) findings.push(`${nameOf(route)} changed ${JSON.stringify(now)}`);
  }
  expect(findings).toEqual([]);
  // The calls did what they are for, and what is watched would be seen to change.
  expect(changes).toBeGreaterThan(20);
  await boss.raw('PUT', `/companies/${companyId}`, { body: wishes });
  expect(await decided(companyId, people)).not.toEqual(before);
});
