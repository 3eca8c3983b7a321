import type { IncomingHttpHeaders } from 'node:http';

type Handshake = { headers: IncomingHttpHeaders /** Whether a trusted proxy made the connection. */; isProxied: boolean };

/**
 * Whether a page of this origin may open a socket: the server's own page, by the requested host or `PUBLIC_URL`. Programs other than
 * browsers send no origin and are allowed; they need a token all the same.
 */
export function isOriginAllowed({ headers, isProxied }: Handshake, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  if (!page?.host) return false;
  const forwarded = isProxied ? [headers['x-forwarded-host'] ?? []].flat() : [];
  const hosts = [host, ...forwarded].map((each) => URL.parse(`${page.protocol}//${each}`)?.host);
  return hosts.includes(page.host) || page.origin === URL.parse(publicUrl ?? '')?.origin;
}
