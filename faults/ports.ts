import { createServer } from 'node:net';

const lowest = 20_000;
const span = 12_000;
let next = (process.pid * 61) % span;

/**
 * A port that nothing listens on. Below the range from which outgoing connections get theirs: a client that tries again
 * and again to reach a dead server on a port of that range may end up connected to itself.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < span; attempt += 1) {
    next = (next + 1) % span;
    const port = lowest + next;
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
