import { Agent, get } from 'node:http';
import { clients } from './ingestion-load.ts';
import type { Round } from './statistics.ts';

export type Answer = { status: number; body: string };
export type Target = { url: string; headers: Record<string, string> };

/** As many calls at a time as there are clients, each on a connection that stays open. */
export type HttpLoad = { once(): Promise<Answer>; round(seconds: number): Promise<Round>; close(): void };

export function openHttpLoad({ url, headers }: Target): HttpLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const options = { agent, headers: { accept: 'application/json', ...headers } };
  const call = (keep: (chunk: Buffer) => void) =>
    new Promise<number>((resolve, reject) => {
      get(url, options, (answer) => {
        answer.on('data', keep);
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', reject);
      }).once('error', reject);
    });
  return {
    async once() {
      const chunks: Buffer[] = [];
      const status = await call((chunk) => void chunks.push(chunk));
      return { status, body: Buffer.concat(chunks).toString() };
    },
    async round(seconds) {
      const latencies: number[] = [];
      const begun = performance.now();
      const client = async () => {
        while (performance.now() - begun < seconds * 1000) {
          const asked = performance.now();
          const status = await call(() => undefined);
          // A refusal is quickly said: it must not pass for a fast page.
          if (status !== 200) throw new Error(`${url} answered ${status}`);
          latencies.push(performance.now() - asked);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      return { done: latencies.length, seconds: (performance.now() - begun) / 1000, latencies };
    },
    close: () => agent.destroy(),
  };
}
