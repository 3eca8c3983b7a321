import type { Route } from '../../src/platform/http/http.ts';
import { type Answer, callOf, codeOf, huge, idsOf, missing, nameOf } from './calls.ts';
import type { Finding } from './catalogue.ts';
import { leaks } from './grants.ts';
import { type Choose, type IdPlace, placesOf, unmarkedIds } from './inputs.ts';
import { callerConnection } from './others.ts';
import { isAllowed, takes } from './rights.ts';
import { differences, fingerprint, type Rows } from './row-seeder.ts';
import { outsiders, type SignedIn, type Stage } from './stage.ts';

/** What belongs to the platform and is the same for every company, or is for its own people alone to handle. */
const shared = ['plan', 'alarm', 'announcement', 'help'];
/** Not ids of ours: the answer may repeat what was asked, and whether it exists may not matter. */
const names = ['company', 'channel id', 'number', 'setting'];

/** What was found, and the places that were tried on at least one person. */
type IdReport = { findings: Finding[]; tried: Set<string> };
type Trial = IdReport & { lasting: (actor: SignedIn) => Promise<Rows>; rowsOfB: Awaited<ReturnType<typeof fingerprint>> };

/** Every place of an id in the table of routes. */
export const allPlaces = (routes: Route[]) =>
  routes.flatMap((route) => ownPlaces(route).map((place) => `${nameOf(route)} ${labelOf(place)}`));

/** What the platform's own people name on their own calls is any company's. That others are refused there, grants.ts tries with B's ids. */
const ownPlaces = ({ endpoint, policy }: Route) =>
  (policy === 'super' ? [] : placesOf(endpoint)).filter(({ refersTo }) => !shared.includes(refersTo));
/** Calls about a company that is named, which its own people make and super users for any. */
const ofNamedCompany = ['GET /companies/:id', 'PUT /companies/:id/schedules'];

/**
 * Every place of an id in every call, filled with what company B has there, beside things of the caller's own in the other places:
 * answered like an id that does not exist, and nothing of B seen or changed.
 */
export async function findForeignIds(stage: Stage, routes = stage.routes): Promise<IdReport> {
  const rowsOfB = await fingerprint(stage.database, stage.b.id);
  const report: Trial = { findings: [], tried: new Set(), lasting: lastingThings(stage), rowsOfB };
  for (const route of routes) {
    report.findings.push(
      ...unmarkedIds(route.endpoint).map((path) => ({ where: nameOf(route), what: `${path} looks like an id and does not say of what` })),
    );
    const places = ownPlaces(route);
    if (places.length > 0) await tryRoute(stage, route, places, report);
  }
  return report;
}

async function tryRoute(stage: Stage, route: Route, places: IdPlace[], report: Trial): Promise<void> {
  const told = new Set<IdPlace>();
  const actors = outsiders(stage).filter(
    ({ person, credential }) =>
      takes(route, credential) &&
      (credential !== 'good' || isAllowed(person.rank, route.policy)) &&
      !(person.rank.super && ofNamedCompany.includes(nameOf(route))),
  );
  // People of one company take turns, since what one does shows in the lists of the others.
  await Promise.all(
    [true, false].map(async (ofA) => {
      for (const actor of actors.filter(({ person }) => (person.companyId === stage.a.id) === ofA))
        await tryActor(stage, route, actor, places, told, report);
    }),
  );
  // As the route before has left them: nobody of B does anything meanwhile.
  const before = report.rowsOfB;
  report.rowsOfB = await fingerprint(stage.database, stage.b.id);
  for (const table of differences(before, report.rowsOfB))
    report.findings.push({ where: nameOf(route), what: `changed ${table} of company B` });
  for (const place of places) {
    if (!told.has(place) && !names.includes(place.refersTo))
      report.findings.push({
        where: `${nameOf(route)} ${labelOf(place)}`,
        what: 'answers the same for an own id and for none: nothing shows that it is looked at',
      });
  }
}

/** Things of the caller's own, to be named in the other places. An admin handles what others serve; the rest only what is theirs. */
async function ownThings(stage: Stage, { person: { companyId, userId, rank }, credential }: SignedIn): Promise<Rows> {
  // A chat is its members' alone, whatever their rank, and a filter that is not shared its owner's.
  const own = { chats: { owner_id: userId }, chat_members: { user_id: userId }, saved_filters: { user_id: userId } };
  const rows = await stage.furnish(companyId, 'own', rank.profile === 'admin' ? undefined : userId, own);
  // A program is told of what programs sent by its own connection.
  if (credential === 'connection')
    await stage.database.query(
      `
        update messages
        set origin = 'api', connection_id = (select id from connections where company_id = $1 and name = $3)
        where id = $2`,
      [companyId, rows.get('messages')?.id, callerConnection],
    );
  await stage.database.query('delete from outbox where id = $1', [rows.get('outbox')?.id]);
  return rows;
}

/** For calls that change nothing, the same things do for all. */
function lastingThings(stage: Stage): (actor: SignedIn) => Promise<Rows> {
  const known = new Map<SignedIn, Promise<Rows>>();
  return (actor) => {
    const rows = known.get(actor) ?? ownThings(stage, actor);
    known.set(actor, rows);
    return rows;
  };
}

async function tryActor(stage: Stage, route: Route, actor: SignedIn, places: IdPlace[], told: Set<IdPlace>, report: Trial): Promise<void> {
  const { companyId, rank } = actor.person;
  const rows = await (route.endpoint.method === 'GET' ? report.lasting(actor) : ownThings(stage, actor));
  const [own, theirs, none] = [idsOf(rows, companyId), idsOf(stage.b.rows, stage.b.id), missing(companyId)];
  const ask = (choose: Choose, checked = true) => stage.ask(actor, callOf(route.endpoint, choose, { checked }));
  const nones = new Map<IdPlace, Answer>();
  for (const place of places) {
    const where = `${nameOf(route)} ${labelOf(place)} as ${actor.name}`;
    const only =
      (other: Choose): Choose =>
      (asked) =>
        isSame(asked, place) ? other(asked) : own(asked);
    const [atNone, atTheirs] = [await ask(only(none)), await ask(only(theirs))];
    nones.set(place, atNone);
    report.tried.add(`${nameOf(route)} ${labelOf(place)}`);
    const what =
      judge(route, place, atNone, atTheirs, [String(none(place)), String(theirs(place))]) ??
      (leaks(atTheirs, actor, stage, route) && 'shows something of company B');
    if (what) report.findings.push({ where, what });
    if (rank.profile !== 'admin' || place.form === 'text' || names.includes(place.refersTo)) continue;
    const atHuge = await ask(only(huge), false);
    if (atHuge.status >= 500) report.findings.push({ where, what: `fails on an id beyond all ids: ${atHuge.status}` });
  }
  // Last, since it may undo the furniture: the same call with nothing but own things.
  const atOwn = await ask(own);
  if (atOwn.status >= 500)
    report.findings.push({ where: `${nameOf(route)} as ${actor.name}`, what: `fails with own ids: ${atOwn.status} ${codeOf(atOwn)}` });
  for (const [place, atNone] of nones) if (!isSameAnswer(atNone, atOwn)) told.add(place);
}

function judge(
  { endpoint }: Route,
  place: IdPlace,
  none: Answer,
  theirs: Answer,
  [asNone = '', asTheirs = '']: string[],
): string | undefined {
  if (theirs.status >= 500) return `fails: ${theirs.status}`;
  const repeats = names.includes(place.refersTo);
  const saysNoMore =
    none.status === theirs.status &&
    (endpoint.method !== 'GET' || none.text.replaceAll(asNone, '*') === theirs.text.replaceAll(asTheirs, '*'));
  if (!isSameAnswer(none, theirs) && !(repeats && saysNoMore))
    return (
      `tells B's id (${theirs.status} ${theirs.text.slice(0, 120)}) ` +
      `from one that does not exist (${none.status} ${none.text.slice(0, 120)})`
    );
  if (!repeats && endpoint.method !== 'GET' && theirs.status < 400) return `takes an id of company B: ${theirs.status}`;
  return undefined;
}

const isSameAnswer = (one: Answer, other: Answer) => one.status === other.status && one.text === other.text;
const isSame = (one: IdPlace, other: IdPlace) => one.part === other.part && one.path === other.path;
const labelOf = ({ part, path }: IdPlace) => `${part}.${path}`;
