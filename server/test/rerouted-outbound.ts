import { createOutbound, type Outbound, type OutboundCall } from '../src/platform/outbound/outbound.ts';

/**
 * The guarded client, for which one name of the internet is a server of the test's on loopback. Link previews reach no private address
 * whatever OUTBOUND_ALLOW says; so calls of that name go out under another purpose. Redirections and all else are guarded as always.
 */
export function rerouteOutbound(name: string, port: number): Outbound {
  const guarded = createOutbound({ allow: [`webhook:127.0.0.1:${port}`] });
  const reroute = (call: OutboundCall): OutboundCall => {
    const { hostname, pathname, search } = URL.canParse(call.url) ? new URL(call.url) : new URL('https://unreadable.invalid');
    return hostname === name ? { ...call, url: `http://127.0.0.1:${port}${pathname}${search}`, purpose: 'webhook' } : call;
  };
  return Object.assign((call: OutboundCall) => guarded(reroute(call)), { open: (call: OutboundCall) => guarded.open(reroute(call)) });
}
