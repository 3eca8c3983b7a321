import type { PartContext } from './parts.ts';
import { openStanzaKills } from './stanza-kills.ts';

/**
 * Every kind of stanza of WhatsApp by QR code: `only=stanzas kills=20 kinds=words,viewOnce`. Each of these kills is followed by one while
 * what is left is replayed.
 */
export async function stanzasPart({ supervisor, seed, count, given }: PartContext): Promise<boolean> {
  const kills = count('kills', 20);
  const stanzas = await openStanzaKills(supervisor, seed);
  const findings = await stanzas.kill(given('kinds')?.split(',') ?? stanzas.kinds, kills, console.log);
  await stanzas.close();
  console.log(`${kills} kill -9 while bursts arrive, ${kills} while the rest is replayed`);
  for (const { name, sent, acknowledged, lost, doubled } of findings) {
    const figures = `${sent} sent, ${acknowledged} acknowledged by the last kill`;
    console.log(`${name}: ${figures}, lost ${lost.length} ${lost.join(' ')}, doubled ${doubled.length} ${doubled.join(' ')}`);
  }
  return findings.every(({ lost, doubled }) => lost.length === 0 && doubled.length === 0);
}
