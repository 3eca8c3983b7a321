import type { ProviderName } from '@prosa/contracts/channels';
import { z } from 'zod';
import { type Provider, windowTopic } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import type { AccessClaims } from '../../platform/http/access-token.ts';
import { listConnections } from '../connections/connections.queries.ts';
import { getVisibleTicket } from '../tickets/tickets.queries.ts';
import { fillApproved, type TemplateUse } from './channel-templates.rules.ts';

const ConnectionRow = z.object({ connectionId: z.int() });

/** What a channel says of a message before it is stored. */
export type ChannelSays = {
  /** The window of the ticket's connection, where it has one. */
  window?: { connectionId: number; hours: number } | undefined;
  /** The text of the template that is asked for; nothing where it may not be used so. */
  filled?: string | undefined;
  /** The connection knows no templates. */
  unsupported?: boolean;
};

/** Connections with another provider come to a company rarely, windows change never but on the simulated network: both are told. */
const keepMilliseconds = 60_000;
const maxKept = 10_000;
/** Of so many connections that may have a window it is known of each; beyond, only of those that are asked for. */
const fewConnections = 20;

/**
 * How long the windows of connections are, asked of their providers outside every scope and kept for a while: who sends on a connection
 * without a window asks nobody.
 */
export function openWindows(platform: Platform, providers: Partial<Record<string, Provider>>) {
  const capable = keep<Map<number, ProviderName>>();
  const lengths = keep<number | null>();
  const connections = keep<number | undefined>();
  platform.wake.on('connections', (companyId) => capable.forget(`${companyId}:`));
  platform.wake.on(windowTopic, (companyId) => lengths.forget(`${companyId}:`));

  /** Connections whose channel has templates, and so may have a window. */
  const capableOf = (companyId: number) =>
    capable.find(`${companyId}:`, async () => {
      const all = await inScope(platform, { companyId }, (scope) => listConnections(scope));
      const able = all.filter(({ provider }) => providers[provider]?.features.has('templates'));
      return new Map(able.map(({ id, provider }) => [id, provider]));
    });

  const connectionOf = (companyId: number, ticketId: number) =>
    connections.find(`${companyId}:${ticketId}`, async () => {
      const rows = await inScope(platform, { companyId }, ({ tx }) =>
        rowsOf(
          tx,
          ConnectionRow,
          sql`select connection_id as "connectionId" from tickets where company_id = current_company() and id = ${ticketId}`,
        ),
      );
      return rows[0]?.connectionId;
    });

  /** A provider that can not say now does not keep anybody from sending: the channel itself decides then. */
  const hoursOf = (companyId: number, connectionId: number, provider: string): Promise<number | null> =>
    lengths.find(`${companyId}:${connectionId}`, async () => {
      const asked = providers[provider];
      if (!asked?.features.has('templates')) return null;
      return asked.windowHours({ companyId, connectionId }).catch((error: unknown) => {
        platform.log.warn({ err: error, connectionId }, 'the window of a connection is not known');
        return null;
      });
    });

  async function mayBeClosed(companyId: number, able: Map<number, ProviderName>): Promise<boolean> {
    if (able.size > fewConnections) return true;
    const hours = await Promise.all([...able].map(([id, provider]) => hoursOf(companyId, id, provider)));
    return hours.some((each) => each !== null);
  }

  async function windowOf(companyId: number, ticketId: number): Promise<ChannelSays['window']> {
    const able = await capableOf(companyId);
    if (able.size === 0 || !(await mayBeClosed(companyId, able))) return undefined;
    const connectionId = (await connectionOf(companyId, ticketId)) ?? 0;
    const provider = able.get(connectionId);
    const hours = provider === undefined ? null : await hoursOf(companyId, connectionId, provider);
    return hours === null ? undefined : { connectionId, hours };
  }

  async function fillFor(companyId: number, connectionId: number, template: TemplateUse): Promise<ChannelSays> {
    const provider = providers[(await capableOf(companyId)).get(connectionId) ?? ''];
    if (!provider) return { unsupported: true };
    return { filled: fillApproved(await provider.templates({ companyId, connectionId }), template) };
  }

  return {
    hoursOf,
    /**
     * What there is to say of a message to a ticket. The window is looked up before it is known whether the caller may write there, which
     * the transaction decides; a channel is asked for its templates only for who may see the ticket.
     */
    ask: async (caller: AccessClaims, ticketId: number, template: TemplateUse | undefined): Promise<ChannelSays> => {
      if (!template) return { window: await windowOf(caller.companyId, ticketId) };
      const { whatsappId } = await inScope(platform, caller, (scope) => getVisibleTicket(scope, { id: ticketId }));
      return fillFor(caller.companyId, whatsappId, template);
    },
  };
}
export type Windows = ReturnType<typeof openWindows>;

/** Keeps what was found for a while. What is forgotten while it is looked for is looked for again by who comes next. */
function keep<T>() {
  const kept = new Map<string, { until: number; found: Promise<T> }>();
  return {
    find(key: string, look: () => Promise<T>): Promise<T> {
      const known = kept.get(key);
      if (known && performance.now() < known.until) return known.found;
      if (kept.size >= maxKept) kept.clear();
      const found = look();
      const entry = { until: performance.now() + keepMilliseconds, found };
      kept.set(key, entry);
      const drop = () => void (kept.get(key) === entry && kept.delete(key));
      // What is not there may come, and what failed may not fail again.
      found.then((value) => (value === undefined ? drop() : undefined), drop);
      return found;
    },
    forget(prefix: string): void {
      for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
    },
  };
}
