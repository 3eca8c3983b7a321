import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type pg from 'pg';
import { tokenContext } from '../../src/capabilities/connections/connections.queries.ts';
import { credentialsContext } from '../../src/channels/credentials.ts';
import type { Route } from '../../src/platform/http/http.ts';
import { newMediaKey } from '../../src/platform/storage/storage.ts';
import type { Client } from '../browser.ts';
import { openPool } from '../database.ts';
import type { World } from '../world.ts';
import { type Answer, breachOf, type Call, cloudSecretsOf, nameOf, send } from './calls.ts';
import type { Finding } from './catalogue.ts';
import { otherCallers } from './others.ts';
import type { Credential, Rank } from './rights.ts';
import { openRowSeeder, type RowOverrides, type RowSeeder, type Rows } from './row-seeder.ts';
import { plainAdmin, superUser } from './super-users.ts';

/** Words that stand in every text of company B, and nowhere else: in its rows, and in the company's own name and address. */
export const canary = 'zanzibar';
export const companyCanary = 'madagascar';

export type Crew = {
  admin: Client;
  supervisor: Client;
  agent: Client;
  /** An agent of the same queue: what waits is for both, what one serves is not the other's. */
  mate: Client;
  neighbour: Client;
  roamer: Client;
  idle: Client;
  queueIds: [number, number];
};
export type Company = { id: number; crew: Crew; rows: Rows };

/** A caller. The validity of the credential decides the expected answer. */
export type Actor = {
  name: string;
  credential: Credential;
  token: () => string;
  /** What they send along with a call, such as its signature. */
  headers?: (call: Call) => Record<string, string>;
  /** What they add to the address of a call, where that is how they prove who they are. */
  query?: (call: Call) => string;
  /** Who they are, when the credential is good. */
  person?: { companyId: number; userId: number; client: Client; rank: Rank };
};
export type SignedIn = Actor & { person: NonNullable<Actor['person']> };

export type Stage = {
  world: StageWorld;
  url: string;
  routes: Route[];
  database: pg.Pool;
  seeder: RowSeeder;
  a: Company;
  b: Company;
  actors: Actor[];
  /** Creates rows of a company with a real stored file. The ticket is assigned to the owner, if given. */
  furnish(companyId: number, word: string, owner?: number, more?: RowOverrides): Promise<Rows>;
  ask(actor: Actor, call: Call): Promise<Answer>;
  /** The routes that somebody was let in to, or refused at; and the answers that were not as their contract says. */
  asked: Set<string>;
  breaches: Finding[];
  close(): Promise<void>;
};

export type StageWorld = Pick<World, 'server' | 'company' | 'colleague' | 'queue' | 'client' | 'connection' | 'database' | 'config'>;

/** Two furnished companies side by side, everybody who might call, and a look at the database from above. */
export async function setStage(world: StageWorld): Promise<Stage> {
  // Plans that are kept: the same few statements furnish a company again and again.
  const database = openPool(world.database.url, 4, '-c plan_cache_mode=force_generic_plan');
  await database.query('update plans set users = 100000, connections = 100000, queues = 100000');
  const seeder = await openRowSeeder(database);
  const furnish = (companyId: number, word: string, owner?: number, more?: RowOverrides) =>
    furnishWith(world, { seeder, database }, companyId, word, owner, more);
  const a = await crewOf(world, await world.company({ name: 'Companhia A' }));
  const b = await crewOf(world, await world.company({ name: `${companyCanary} B`, email: `${companyCanary}@exemplo.com` }), canary);
  const boss = world.client();
  await boss.logIn(world.config.ADMIN_EMAIL);
  const url = world.server.url;
  const [asked, breaches] = [new Set<string>(), [] as Finding[]];
  return {
    world,
    url,
    routes: world.server.http.routes,
    database,
    seeder,
    a: { id: a.admin.user.companyId, crew: a, rows: await furnish(a.admin.user.companyId, 'own') },
    b: { id: b.admin.user.companyId, crew: b, rows: await furnish(b.admin.user.companyId, canary) },
    actors: [
      ...(await strangers(world, database, a, b)),
      ...people(a, 'of A'),
      signedIn('the admin of B', b.admin),
      signedIn(superUser, boss),
      signedIn(plainAdmin, await world.colleague(boss, 'admin')),
      ...(await otherCallers(world, a, b)),
    ],
    furnish,
    ask: async (actor, call) => {
      const answer = await send(url, actor.token(), { ...call, path: call.path + (actor.query?.(call) ?? '') }, actor.headers?.(call));
      if (!call.endpoint) return answer;
      asked.add(nameOf({ endpoint: call.endpoint }));
      const what = breachOf(call.endpoint, answer);
      if (what) breaches.push({ where: `${nameOf({ endpoint: call.endpoint })} as ${actor.name}`, what });
      return answer;
    },
    asked,
    breaches,
    close: () => database.end(),
  };
}

async function crewOf(world: StageWorld, admin: Client, word = 'own'): Promise<Crew> {
  const queueIds: [number, number] = [await world.queue(admin, `${word} 1`, '#0A7A48'), await world.queue(admin, `${word} 2`, '#C4281C')];
  return {
    admin,
    queueIds,
    supervisor: await world.colleague(admin, 'supervisor', { queueIds: [queueIds[0]] }),
    agent: await world.colleague(admin, 'user', { queueIds: [queueIds[0]] }),
    mate: await world.colleague(admin, 'user', { queueIds: [queueIds[0]] }),
    neighbour: await world.colleague(admin, 'user', { queueIds: [queueIds[1]] }),
    roamer: await world.colleague(admin, 'user', { allTicket: 'enable' }),
    idle: await world.colleague(admin, 'user'),
  };
}

function signedIn(name: string, client: Client): SignedIn {
  const { id, companyId, profile, super: isSuper } = client.user;
  return {
    name,
    credential: 'good',
    token: () => client.token,
    person: { companyId, userId: id, client, rank: { profile, super: isSuper } },
  };
}

const people = (crew: Crew, suffix: string): SignedIn[] =>
  (['idle', 'agent', 'supervisor', 'admin'] as const).map((role) => signedIn(`the ${role} ${suffix}`, crew[role]));

/** Those who must not get in: without, with a bad, and with an ended credential. */
async function strangers(world: StageWorld, database: pg.Pool, a: Crew, b: Crew): Promise<Actor[]> {
  const leaver = await world.colleague(a.admin, 'admin');
  const old = leaver.token;
  await leaver.logIn(leaver.user.email);
  const { companyId, id: userId } = a.admin.user;
  const claims = { userId, companyId, sessionId: randomUUID() };
  await database.query(
    `insert into sessions (id, company_id, user_id, created_at, expires_at) values ($1, $2, $3, now(), now() - interval '1 minute')`,
    [claims.sessionId, companyId, userId],
  );
  const { rows } = await database.query<{ id: string }>(
    'select id from sessions where user_id = $1 and expires_at > now() and revoked_at is null',
    [userId],
  );
  const sessionId = rows[0]?.id ?? '';
  const { tokens } = world.server.http;
  const forged = await new SignJWT({ sid: sessionId, uid: userId, cid: companyId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('prosa')
    .setAudience('prosa')
    .setExpirationTime('15m')
    .sign(new TextEncoder().encode('a key that is not the key of the server'));
  const [expired, crossed] = [await tokens.sign(claims), await tokens.sign({ sessionId, userId, companyId: b.admin.user.companyId })];
  return [
    { name: 'nobody', credential: 'none', token: () => '' },
    { name: 'a garbage token', credential: 'bad', token: () => 'garbage' },
    { name: 'a forged token', credential: 'bad', token: () => forged },
    { name: 'a revoked session', credential: 'ended', token: () => old },
    { name: 'an expired session', credential: 'ended', token: () => expired },
    { name: 'a session of A in the name of B', credential: 'ended', token: () => crossed },
  ];
}

let files = 0;

async function furnishWith(
  world: StageWorld,
  { seeder, database }: Pick<Stage, 'seeder' | 'database'>,
  companyId: number,
  word: string,
  owner?: number,
  more: RowOverrides = {},
): Promise<Rows> {
  const { secrets, storage } = world.server.platform;
  const key = newMediaKey(companyId);
  const { size, sha256 } = await storage.put(key, Buffer.from(`the file of ${word}`), { limitBytes: 1000 });
  const number = `5511${String(++files).padStart(9, '0')}`;
  const wishes: RowOverrides = {
    // A word that says nothing of the company: the platform's own people see it.
    alarms: { code: 'P0001' },
    // The file is that of a message; everybody of the company sees a contact's picture.
    contact_pictures: { media_id: null },
    connection_ledger: { why: 'lost' },
    connections: { provider: 'simulator', wanted: false, token_sealed: secrets.seal('a token', tokenContext(companyId)) },
    contacts: { number },
    // What it moved is a word of ours, not something that could be moved back.
    contact_merges: { undone_at: new Date() },
    // Set aside already: a frame that nobody can read is tried again and again, before what customers really say.
    inbox: { quarantined_at: new Date() },
    media: { key, size, sha256, mimetype: 'image/png', kind: 'image', thumbnail_key: null, playable_key: null },
    messages: { from_me: true, ack: -1, media_type: 'image', ...(owner && { user_id: owner }) },
    queues: { schedules: '[]' },
    simulator_messages: { number, media_type: 'image', from_business: true, id: `CHANNEL${files}` },
    simulator_networks: { faults: '{}' },
    // Never too old, so that nobody sweeps them away meanwhile.
    user_presence: { seen_at: 'infinity' },
    ticket_viewers: { seen_at: 'infinity' },
    // Switched off: nobody is to be called.
    webhooks: { events: ['contact.created'], active: false },
    webhook_deliveries: { event: 'contact.created', state: 'delivered' },
    tickets: { status: 'open', ...(owner && { user_id: owner }) },
  };
  for (const [table, wish] of Object.entries(more)) wishes[table] = { ...wishes[table], ...wish };
  const rows = await seeder.seed(companyId, word, wishes);
  await sealCloud(world, database, companyId, word, Number(rows.get('connections')?.id));
  return rows;
}

/** Its connection can be called by Meta: what it is sealed with is bound to the connection, which is known only now. */
async function sealCloud(world: StageWorld, database: pg.Pool, companyId: number, word: string, id: number): Promise<void> {
  const secrets = cloudSecretsOf(word === canary ? canary : 'own');
  const sealed = world.server.platform.secrets.seal(JSON.stringify(secrets), credentialsContext(companyId, id));
  await database.query('update connections set credentials_sealed = $2 where id = $1', [id, sealed]);
}

const isSignedIn = (actor: Actor): actor is SignedIn => actor.person !== undefined;
/** Those whose reach must end before company B. */
export const outsiders = ({ actors, b }: Stage): SignedIn[] => actors.filter(isSignedIn).filter(({ person }) => person.companyId !== b.id);
