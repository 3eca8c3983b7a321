import { featuresOf } from '@prosa/contracts/channels';
import type { Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { ConnectionRef, NumberCheck, Provider } from '../port.ts';
import { type Account, findAccount } from './account.ts';
import { checkAccount } from './check.ts';
import { erasureSteps } from './erasure.ts';
import { type Graph, type GraphOptions, openGraph } from './graph.ts';
import { serviceWindowHours } from './remembered.ts';
import { CloudSession, type SessionTimes } from './session.ts';
import { type Listing, listTemplates } from './templates.ts';

const usualTimes: SessionTimes = { giveUpSeconds: 120, checkSeconds: 300, doubtSeconds: 120 };

/** Meta's official Cloud API. */
export function cloudProvider(platform: Platform, options: GraphOptions, times: Partial<SessionTimes> = {}): Provider {
  const graph = openGraph(options);
  const templates = openTemplates(graph);
  const session = { platform, graph, times: { ...usualTimes, ...times }, templates };
  return {
    features: new Set(featuresOf.cloud),
    erasureSteps,
    open: (receiver) => new CloudSession(session, receiver),
    phoneBook: async () => [],
    isReachable: async () => 'unknown',
    windowHours: async () => serviceWindowHours,
    templates: async (connection) => {
      const account = (await findAccount(platform, connection)) ?? refuse('ERR_WAPP_CREDENTIALS');
      const listing = await templates(account).catch(unreachable);
      if (listing.ok) return listing.templates.map(({ places: _places, ...template }) => template);
      return refuse(listing.meaning.kind === 'later' ? 'ERR_UNAVAILABLE' : 'ERR_WAPP_CREDENTIALS');
    },
    checkNumber: (connection) => checkNumber(platform, graph, connection),
    // There is no pairing: credentials go with the connection, or stay for its next start.
    forget: async () => undefined,
  };
}

function unreachable(error: unknown): never {
  if (error instanceof OutboundError) refuse('ERR_UNAVAILABLE');
  throw error;
}

async function checkNumber(platform: Platform, graph: Graph, connection: ConnectionRef): Promise<NumberCheck> {
  const account = await findAccount(platform, connection);
  if (!account) return { outcome: 'refused', error: 'ERR_WAPP_CREDENTIALS' };
  const standing = await checkAccount(graph, account);
  if (standing.outcome === 'known') return standing;
  if (standing.outcome === 'refused') return { outcome: 'refused', error: 'ERR_WAPP_CREDENTIALS' };
  return { outcome: 'refused', error: standing.isThrottled ? 'ERR_TOO_MANY_REQUESTS' : 'ERR_UNAVAILABLE' };
}

const keptMilliseconds = 5 * 60_000;
const maxAccounts = 1_000;

/** Lists are read seldom: Meta counts such calls, and templates change by review, not by the minute. */
function openTemplates(graph: Graph): (account: Account) => Promise<Listing> {
  const kept = new Map<string, { until: number; listing: Promise<Listing> }>();
  return (account) => {
    const key = `${account.wabaId} ${account.accessToken}`;
    const known = kept.get(key);
    if (known && performance.now() < known.until) return known.listing;
    if (kept.size >= maxAccounts) kept.clear();
    const listing = listTemplates(graph, account);
    kept.set(key, { until: performance.now() + keptMilliseconds, listing });
    // What could not be read is asked for again.
    listing.then(
      ({ ok }) => void (ok || kept.delete(key)),
      () => kept.delete(key),
    );
    return listing;
  };
}
