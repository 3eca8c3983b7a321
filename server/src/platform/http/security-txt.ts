import type { FastifyInstance } from 'fastify';
import type { Config } from '../boot/config.ts';
import type { Clock } from '../clock.ts';
import { refuse } from '../errors.ts';

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const validDays = 180;
const dayMs = 86_400_000;

/** Says where to report a vulnerability (RFC 9116). */
export function serveSecurityTxt(app: FastifyInstance, { securityContact, publicUrl }: Config, clock: Clock): void {
  app.get(path, async (_request, reply) => {
    if (securityContact === undefined) refuse('ERR_NOT_FOUND');
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock().getTime() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: pt, en, es',
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${path}`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
