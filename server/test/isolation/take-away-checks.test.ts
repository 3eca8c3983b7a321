import { grants, type Profile, permissions, profiles } from '@prosa/contracts/permissions';
import { queueLive, queuesApi } from '@prosa/contracts/queues';
import { usersApi } from '@prosa/contracts/users';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { checkEvent, checkReply } from '../browser.ts';
import { mountOtherCallers } from '../other-callers.ts';
import { openWorld } from '../world.ts';
import { nameOf } from './calls.ts';
import { findFileLeaks } from './files.ts';
import { type Cell, findGrantDifferences, findGrantErrors } from './grants.ts';
import { findForeignIds } from './ids.ts';
import { findRoomLeaks, type Lines, openLines } from './rooms.ts';
import { findSightErrors } from './sight.ts';
import { type Stage, setStage } from './stage.ts';
import { findSuperUserErrors } from './super-users.ts';
import { answeredBy, findUnguardedRoutes } from './unguarded-routes.ts';

/** Each check of the application is taken away from the running server: what watches it must see that it is gone. */

const taken = vi.hoisted(() => ({ check: '', companies: { ours: 0, theirs: 0 } }));
const isGone = vi.hoisted(() => (check: string) => taken.check === check);
/** Whoever asks leads the queues they are in, as a supervisor does. */
const leading = vi.hoisted(
  () =>
    <P extends { profile: Profile }>(person: P): P =>
      taken.check === 'who leads a queue' && person.profile === 'user' ? { ...person, profile: 'supervisor' } : person,
);

vi.mock(import('../../src/capabilities/tickets/tickets.rules.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    maySee: (person, ticket) => isGone('who sees a ticket') || real.maySee(leading(person), ticket),
    seesAll: (person) => isGone('whose tickets are listed') || real.seesAll(person),
    roomsOf: (person) => (isGone('whose rooms are whose') ? [real.ticketRooms.all] : real.roomsOf(leading(person))),
    audienceOf: (ticket) => (isGone('who is told of a ticket') ? ['company'] : real.audienceOf(ticket)),
  };
});

vi.mock(import('../../src/capabilities/tickets/ticket-list.rules.ts'), async (original) => {
  const real = await original();
  const asLeader = <P extends { profile: Profile }>(person: P): P =>
    isGone('who may show all') ? { ...person, profile: 'supervisor' } : person;
  return {
    ...real,
    showsAll: (person, query) => real.showsAll(asLeader(person), query),
    rangesOf: (person, query) => real.rangesOf(asLeader(person), query),
  };
});

vi.mock(import('../../src/capabilities/ticket-presence/ticket-presence.queries.ts'), async (original) => {
  const real = await original();
  return { ...real, mayFollow: async (...asked) => isGone('who follows a ticket') || real.mayFollow(...asked) };
});

vi.mock(import('../../src/capabilities/users/super-users.actions.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    assertMayChange: (...asked) => (isGone('who changes a super user') ? undefined : real.assertMayChange(...asked)),
    assertMaySetSuper: async (...asked) => (isGone('who grants the super flag') ? undefined : real.assertMaySetSuper(...asked)),
  };
});

vi.mock(import('../../src/platform/live/rooms.ts'), async (original) => {
  const real = await original();
  const all = permissions.map(real.rooms.can);
  return { ...real, commonRooms: (actor) => [...real.commonRooms(actor), ...(isGone('who hears what rights allow') ? all : [])] };
});

vi.mock(import('../../src/platform/database/scope.ts'), async (original) => {
  const real = await original();
  const known: Awaited<ReturnType<typeof real.actorsOf>> = new Map();
  return {
    ...real,
    async actorsOf(platform, companyId, sessionIds) {
      const found = await real.actorsOf(platform, companyId, sessionIds);
      for (const [session, actor] of found) known.set(session, actor);
      return isGone('whose session has ended') ? known : found;
    },
  };
});

vi.mock(import('../../src/platform/live/events.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    async readEvents(platform, companyId, after, limit) {
      const events = await real.readEvents(platform, companyId, after, limit);
      const last = events.at(-1);
      if (!last || !isGone('whose events are read') || companyId !== taken.companies.ours) return events;
      const theirs = await real.readEvents(platform, taken.companies.theirs, 0, 500);
      return [...events, ...theirs.map((event) => ({ ...event, seq: last.seq }))];
    },
  };
});

vi.mock(import('../../src/platform/http/signed-address.ts'), async (original) => {
  const real = await original();
  const { companyOfMediaKey, isMediaKey } = await import('../../src/platform/storage/storage.ts');
  return {
    ...real,
    verifyAddress(secrets, { key, query }, now) {
      if (isGone('the signature of a file')) return isMediaKey(key) ? { key, companyId: companyOfMediaKey(key) } : undefined;
      return real.verifyAddress(secrets, { key, query }, isGone('the end of an address') ? new Date(0) : now);
    },
  };
});

const slowTest = 300_000;
const world = await openWorld({ ROLES: 'web' }, undefined, mountOtherCallers);
const stage = await setStage(world);
taken.companies = { ours: stage.a.id, theirs: stage.b.id };
afterAll(() => stage.close());
afterEach(() => {
  taken.check = '';
  vi.restoreAllMocks();
});

const only = (...names: string[]): Stage => ({ ...stage, routes: stage.routes.filter((route) => names.includes(nameOf(route))) });

test('a route without its policy, with another, or outside the table of routes is seen', () => {
  const { app, routes } = world.server.http;
  const answered = answeredBy(app);
  expect(findUnguardedRoutes({ app, routes }, answered)).toEqual([]);
  for (const route of routes) {
    const others = routes.filter((other) => other !== route);
    expect(findUnguardedRoutes({ app, routes: others }, answered), nameOf(route)).toHaveLength(1);
    const policy = route.policy === 'session' ? 'public' : 'session';
    expect(findUnguardedRoutes({ app, routes: [...others, { ...route, policy }] }, answered), nameOf(route)).toHaveLength(1);
  }
});

const cells = permissions.flatMap((permission) => profiles.map((profile) => ({ permission, profile })));

/** What is granted is taken, what is not granted is given. */
async function withFlipped({ permission, profile }: Cell, look: () => Promise<void>) {
  const granted: readonly Profile[] = grants[permission];
  const flipped = granted.includes(profile) ? granted.filter((each) => each !== profile) : [...granted, profile];
  Object.assign(grants, { [permission]: flipped });
  try {
    await look();
  } finally {
    Object.assign(grants, { [permission]: granted });
  }
}

test.each(cells)('the grant of $permission to $profile can not be turned around unseen', async (cell) => {
  await withFlipped(cell, async () => {
    expect(findGrantDifferences()).toEqual([{ where: cell.permission, what: `is not as expected for ${cell.profile}` }]);
    const guarded = stage.routes.filter(({ policy }) => policy === cell.permission).map(nameOf);
    const seen = (await findGrantErrors(stage, cell)).map(({ where }) => where.split(' as ', 1)[0]);
    expect(guarded.filter((name) => !seen.includes(name))).toEqual([]);
  });
});

test('a supervisor’s right to show all can not be given to agents unseen', async () => {
  await withFlipped({ permission: 'tickets-manager:showall', profile: 'user' }, async () => {
    expect(await findSightErrors(stage, ['agent'])).not.toEqual([]);
  });
});

test('the right to manage people can not be given to agents unseen', async () => {
  const { admin, agent, queueIds } = stage.a.crew;
  await withFlipped({ permission: 'users:manage', profile: 'user' }, async () => {
    expect((await findSightErrors(stage, [])).map(({ where }) => where)).toEqual(['user edits the admin', 'user edits themselves']);
  });
  const body = { profile: 'user' as const, allTicket: 'disable' as const, queueIds: [queueIds[0]] };
  await admin.call(usersApi.update, { params: { id: agent.user.id }, body });
});

test.each([
  ['who changes a super user', ['changes a super user', 'resets the password of a super user', 'deletes a super user']],
  ['who grants the super flag', ['becomes a super user']],
])('finds that %s is left unchecked', async (check, found) => {
  taken.check = check;
  expect((await findSuperUserErrors(stage)).map(({ where }) => where)).toEqual(expect.arrayContaining(found));
});

test('a token that nobody checks is seen', async () => {
  const { tokens } = world.server.http;
  const claims = await tokens.verify(stage.a.crew.admin.token);
  vi.spyOn(tokens, 'verify').mockResolvedValue(claims);
  const found = await findGrantErrors(only('GET /users'));
  expect(found.map(({ where }) => where)).toEqual(
    expect.arrayContaining(['GET /users as a garbage token', 'GET /users as a forged token']),
  );
});

test.each([
  ['revoked', 's.revoked_at is null'],
  ['expired', 's.expires_at > at'],
])('a session that is %s and still let in is seen', async (which, condition) => {
  const { rows } = await stage.database.query<{ text: string }>(`select pg_get_functiondef('session_actor'::regproc) as text`);
  const text = rows[0]?.text ?? '';
  expect(text).toContain(condition);
  await stage.database.query(text.replace(condition, 'true'));
  try {
    const found = await findGrantErrors(only('GET /users'));
    expect(found.map(({ where }) => where)).toContain(`GET /users as a${which === 'expired' ? 'n' : ''} ${which} session`);
  } finally {
    await stage.database.query(text);
  }
});

test.each([
  ['users', 'GET /users/:id'],
  ['queues', 'GET /queue/:id'],
  ['connections', 'GET /whatsapp/:id'],
])('with the policy of %s gone, another company’s id is seen to be answered', async (table, name) => {
  await stage.database.query(`alter policy company_rows_only on ${table} using (true)`);
  try {
    const { findings } = await findForeignIds(stage, only(name).routes);
    expect(findings.map(({ where }) => where)).toContain(`${name} params.id as the admin of A`);
  } finally {
    await stage.database.query(`alter policy company_rows_only on ${table} using (company_id = current_company())`);
  }
});

test.each(['who sees a ticket', 'whose tickets are listed', 'who leads a queue', 'who may show all'])(
  '%s can not be left unchecked unseen',
  async (check) => {
    taken.check = check;
    expect(await findSightErrors(stage, ['agent'])).not.toEqual([]);
  },
);

test.each(['the signature of a file', 'the end of an address'])('%s can not be left unchecked unseen', async (check) => {
  taken.check = check;
  expect(await findFileLeaks(stage, ['message'])).not.toEqual([]);
});

let lines: Lines;
const heard = [
  ['who sees a ticket', 'was granted'],
  ['who follows a ticket', 'was granted'],
  ['whose rooms are whose', 'heard of a ticket of another queue'],
  ['who leads a queue', 'heard of what another agent serves'],
  ['who is told of a ticket', 'heard of a ticket of another queue'],
  ['who hears what rights allow', 'heard a QR code'],
  ['whose session has ended', 'stays open'],
  ['whose events are read', 'heard something of company B'],
] as const;

test(
  'with every check in its place, nothing is found',
  async () => {
    await openWorld({ ROLES: 'worker,channels' }, world.database);
    lines = await openLines(stage);
    expect(await findRoomLeaks(stage, lines)).toEqual([]);
    expect(await findSightErrors(stage, ['agent'])).toEqual([]);
    expect(await findFileLeaks(stage, ['message'])).toEqual([]);
    expect(findGrantDifferences()).toEqual([]);
    expect(await findGrantErrors(only('GET /users', 'GET /queue/:id', 'POST /queue'))).toEqual([]);
  },
  slowTest,
);

test.each(heard)(
  '%s can not be left unchecked on the live channel unseen',
  async (check, what) => {
    taken.check = check;
    expect((await findRoomLeaks(stage, lines)).map((finding) => finding.what)).toContain(what);
  },
  slowTest,
);

test('a reply or an event that says more or less than its contract is seen', () => {
  const queue = { id: 1, name: 'Vendas', color: '#0A7A48', greetingMessage: '', outOfHoursMessage: '', schedules: [] };
  const tell = (data: Record<string, unknown>) => () => checkEvent(`company-1-${queueLive.name}`, { seq: 1, action: 'update', ...data });
  const reply = (status: number, body: unknown) => () => checkReply(queuesApi.show, status, body);
  for (const fine of [reply(200, queue), reply(404, { error: 'ERR_NO_QUEUE_FOUND' }), tell({ queue })]) expect(fine).not.toThrow();
  expect(reply(200, { ...queue, companyId: 2 })).toThrow(/says more or less/);
  expect(reply(200, { ...queue, name: undefined })).toThrow();
  expect(reply(404, { error: 'ERR_OF_ITS_OWN' })).toThrow();
  expect(reply(403, { error: 'ERR_NO_QUEUE_FOUND' })).toThrow();
  expect(tell({ queue: { ...queue, companyId: 2 } })).toThrow(/says more or less/);
  expect(tell({})).toThrow();
  expect(() => checkEvent('company-1-gossip', { seq: 1 })).toThrow(/no contract/);
});
