import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the server that no contract names. The browser never shows a page of the web app there. */
export const serverPaths = ['docs', 'health', 'metrics', 'public'];

const contracts = join(import.meta.dirname, '../contracts/src');
const endpointPath = /(?:endpoint\(\s*'[A-Z]+',|path:)\s*'\/([^/':?]+)/g;

/**
 * Reads the first step of every path from the contracts' text: the development server cannot import TypeScript that its own bundler
 * has not seen. `api-paths.test.ts` compares the list with the contracts themselves.
 */
export function readApiPaths(): string[] {
  const files = readdirSync(contracts).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const steps = files.flatMap((name) =>
    [...readFileSync(join(contracts, name), 'utf8').matchAll(endpointPath)].map(([, step = '']) => step),
  );
  return [...new Set(steps)].toSorted();
}

/** Matches a path that begins with the step, and no longer word. */
export const proxyPattern = (step: string): string => `^/${step.replace(/\W/g, '\\$&')}(?:[/?]|$)`;

type Asked = { method?: string | undefined; headers: { accept?: string | undefined } };
/** Some paths are pages too (`/tickets`): the web app answers a navigation of the browser, the server a call. */
export const isNavigation = ({ method, headers }: Asked): boolean => method === 'GET' && headers.accept?.includes('text/html') === true;
