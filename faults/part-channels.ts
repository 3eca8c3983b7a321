import { killUnderTraffic } from './channel-kills.ts';
import { openBaileysLine, openCloudLine } from './channel-line.ts';
import { takeOver } from './channel-takeovers.ts';
import type { ChannelFindings } from './channel-traffic.ts';
import type { PartContext } from './parts.ts';
import { randomFrom } from './random.ts';
import { percentile } from './storm.ts';

/** The real channels on networks that are played: `only=channels kills=20 takeovers=50`. */
export async function channelsPart({ supervisor, seed, count }: PartContext): Promise<boolean> {
  const kills = count('kills', 20);
  const takeovers = count('takeovers', 50);
  const results: boolean[] = [];
  for (const [name, open] of [
    ['WhatsApp by QR code', () => openBaileysLine(supervisor, { LEASE_SECONDS: '10' })],
    ['Cloud API', () => openCloudLine(supervisor, { LEASE_SECONDS: '2' })],
  ] as const) {
    if (kills === 0) continue;
    const line = await open();
    const findings = await killUnderTraffic(line, randomFrom(seed), kills);
    await line.close();
    console.log(`${name}, ${kills} kill -9: ${report(findings)}`);
    results.push(isClean(findings));
  }
  if (takeovers > 0) {
    const line = await openBaileysLine(supervisor, { LEASE_SECONDS: '6' }, 2);
    const { takenMs, stale, fights, ...findings } = await takeOver(line, randomFrom(seed), takeovers);
    await line.close();
    const taken = (part: number) => `${(percentile(takenMs, part) / 1000).toFixed(1)} s`;
    console.log(`WhatsApp by QR code, ${takeovers} takeovers (p50 ${taken(0.5)}, p99 ${taken(0.99)}): ${report(findings)}`);
    console.log(`  written by an old epoch ${stale.length}, sockets fought for ${fights}`);
    results.push(isClean(findings) && stale.length === 0 && fights === 0);
  }
  return results.every(Boolean);
}

const isClean = ({ lost, doubled }: ChannelFindings) => lost.length === 0 && doubled.length === 0;
const report = ({ inbound, outbound, lost, doubled }: ChannelFindings) =>
  `${inbound} inbound, ${outbound} outbound, lost ${lost.length} ${lost.join(' ')}, doubled ${doubled.length} ${doubled.join(' ')}`;
