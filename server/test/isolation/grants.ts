import { grants, type Permission, type Profile, permissions, profiles } from '@prosa/contracts/permissions';
import type { Route } from '../../src/platform/http/http.ts';
import { type Answer, callOf, codeOf, idsOf, missing, nameOf } from './calls.ts';
import type { Finding } from './catalogue.ts';
import { isAllowed, rights, takes } from './rights.ts';
import { differences, fingerprint } from './row-seeder.ts';
import { type Actor, canary, companyCanary, type Stage } from './stage.ts';

export type Cell = { permission: Permission; profile: Profile };

/** The product's table of grants, cell by cell, against what is expected of it. */
export function findGrantDifferences(): Finding[] {
  const cells = permissions.flatMap((permission) => profiles.map((profile): Cell => ({ permission, profile })));
  return cells
    .filter(({ permission, profile }) => listed(grants[permission], profile) !== rights[permission].includes(profile))
    .map(({ permission, profile }) => ({ where: permission, what: `is not as expected for ${profile}` }));
}

const listed = (granted: readonly Profile[], profile: Profile) => granted.includes(profile);

/**
 * Every route called by everybody: who may is let in, with ids of things that stand nowhere; who may not is refused in the right words,
 * with the ids of company B, of which nothing changes.
 */
export async function findGrantErrors(stage: Stage, only?: Cell): Promise<Finding[]> {
  const routes = stage.routes.filter(({ policy }) => !only || policy === only.permission);
  const actors = stage.actors.filter(({ person }) => !only || person?.rank.profile === only.profile);
  const isInsider = ({ person }: Actor) => person?.companyId === stage.b.id;
  // Making a plan is the platform's people's to do: plans are watched while all others call.
  const isOfPlatform = ({ person }: Actor) => person?.rank.super === true;
  // Of a single cell only the answers are of interest.
  const look = async () => (only ? new Map<string, string>() : fingerprint(stage.database, stage.b.id));
  const before = await look();
  const outside = await callAll(
    stage,
    routes,
    actors.filter((actor) => !isInsider(actor) && !isOfPlatform(actor)),
  );
  const changed = differences(before, await look());
  outside.push(...(await callAll(stage, routes, actors.filter(isOfPlatform))));
  changed.push(...differences(before, await look()).filter((table) => table !== 'plans'));
  const inside = await callAll(stage, routes, actors.filter(isInsider));
  return [...outside, ...changed.map((table) => ({ where: table, what: 'of company B was changed' })), ...inside];
}

async function callAll(stage: Stage, routes: Route[], actors: Actor[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const route of routes) {
    const verdicts = await Promise.all(
      actors.map(async (actor) => ({ where: `${nameOf(route)} as ${actor.name}`, what: await judge(stage, route, actor) })),
    );
    for (const { where, what } of verdicts) if (what) findings.push({ where, what });
  }
  return findings;
}

async function judge(stage: Stage, route: Route, actor: Actor): Promise<string | undefined> {
  const wanted = verdict(actor, route);
  const ids = wanted === 'let in' ? missing(stage.a.id) : idsOf(stage.b.rows, stage.b.id);
  const answer = await stage.ask(actor, callOf(route.endpoint, ids));
  if (route.endpoint.method !== 'GET' && answer.status < 300) await stayIn(stage, actor);
  const said = `${answer.status} ${codeOf(answer)}`.trim();
  if (answer.status >= 500) return `failed: ${said}`;
  if (leaks(answer, actor, stage, route)) return 'was shown something of company B';
  if (route.policy === 'public') return said === '403 ERR_NO_PERMISSION' ? 'is public and refused' : undefined;
  if (wanted === 'let in') return /^(401|403)/.test(said) ? `was refused: ${said}` : undefined;
  return said === wanted ? undefined : `got ${said} instead of ${wanted}`;
}

function verdict({ credential, person }: Actor, route: Route): string {
  const { policy } = route;
  if (policy === 'public') return 'let in';
  // Good for the connections of its own company; those that are named here are B's.
  if (policy === 'signed' && credential === 'hook') return '401 ERR_INVALID_SIGNATURE';
  if (credential !== 'good' && takes(route, credential)) return 'let in';
  if (policy === 'connection') return '401 ERR_INVALID_TOKEN';
  if (policy === 'signed') return '401 ERR_INVALID_SIGNATURE';
  // A token of another kind is no access token; who signs what they send has none.
  if (['bad', 'billing', 'connection'].includes(credential)) return '403 ERR_TOKEN_EXPIRED';
  if (!person || credential !== 'good') return '401 ERR_SESSION_EXPIRED';
  return isAllowed(person.rank, policy) ? 'let in' : '403 ERR_NO_PERMISSION';
}

/** One of the calls is to leave: who left comes in again. */
async function stayIn(stage: Stage, { person, ...actor }: Actor): Promise<void> {
  if (!person) return;
  const { status } = await stage.ask(actor, { method: 'GET', path: '/auth/me' });
  if (status === 401) await person.client.logIn(person.client.user.email);
}

/** Companies' names are shown to the platform's own people, on its own calls; what is in them is shown to nobody outside. */
export function leaks(
  { text, headers }: Answer,
  { person }: Pick<Actor, 'person'>,
  { b }: Stage,
  { policy }: Pick<Route, 'policy'>,
): boolean {
  if (person?.companyId === b.id) return false;
  const seen = `${text}${headers}`.toLowerCase();
  return seen.includes(canary) || (policy !== 'super' && seen.includes(companyCanary));
}
