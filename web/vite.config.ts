import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { isNavigation, proxyPattern, readApiPaths, serverPaths } from './api-paths.ts';
import { oneLanguage } from './one-language.ts';

const server = 'http://localhost:3000';
const toServer: ProxyOptions = {
  target: server,
  bypass: (request) => (isNavigation(request) ? '/index.html' : undefined),
};

/**
 * What hangs on every schema is kept by the bundler, whether the browser needs it or not. It needs none of these:
 * - JSON Schema, which the server writes, and English sentences, for forms have their own words in each language;
 * - the watch for values that hold themselves: what is checked came as JSON or from a form;
 * - checks made at run time by `Function`, which the content security policy forbids;
 * - a method of texts for each of two dozen formats: `z.email()` brings one, `z.string().email()` would bring all (lint: `no-deprecated`).
 */
const lessOfZod: Plugin = {
  name: 'less-of-zod',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/zod/v4/locales/en.js')) return 'export default () => ({ localeError: () => undefined });';
    if (id.endsWith('/zod/v4/classic/schemas.js')) return withLess(readFileSync(id, 'utf8'));
    if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return undefined;
    const source = readFileSync(id, 'utf8');
    const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm), ...source.matchAll(/^export \{ \w+ as (\w+) \}/gm)];
    return `const absent = () => ({}); export { ${names.map(([, name]) => `absent as ${name}`).join(', ')} };`;
  },
};

function withLess(schemas: string): string {
  const changes = [
    ['core.config({ memoizer: core.memoizer() });', 'return;'],
    ['core.$ZodObjectJIT.init(', 'core.$ZodObject.init('],
    [/(core\.\$constructor\("ZodString", .*?\n\}), \{\n {4}email\(.*?\n\}\);/s, '$1);'],
  ] as const;
  return changes.reduce((source, [there, instead]) => {
    const less = source.replace(there, instead);
    if (less === source) throw new Error(`Zod is written differently now: it has no ${there}`);
    return less;
  }, schemas);
}

/** The live channel is a WebSocket; the other ways that its client knows are left out of the build. */
const onlyWebSocket: Plugin = {
  name: 'only-web-socket',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('/engine.io-client/build/esm/transports/index.js'))
      return `import { WS } from './websocket.js'; export const transports = { websocket: WS };`;
    // Left to itself it stays, for it listens to the end of the page wherever it is read.
    return id.endsWith('/engine.io-client/build/esm/transports/polling-xhr.js') ? 'export class XHR {}' : undefined;
  },
};

const styleSheets = new Map<string, string>();

/** A class is called by its own name and its file's. Vite's names end in a hash and a line, which no compression makes smaller. */
function classNameOf(name: string, path: string): string {
  const sheet = basename(path, '.module.css');
  const known = styleSheets.get(sheet) ?? path;
  if (known !== path) throw new Error(`${path} and ${known} have the same name, and so would their classes.`);
  styleSheets.set(sheet, path);
  return `_${name}_${sheet}`;
}

export default defineConfig({
  root: import.meta.dirname,
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [react(), lessOfZod, onlyWebSocket, oneLanguage()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The polyfill would be an inline script, which the content security policy forbids; so would inlined fonts and icons. A part that is
    // opened by a click finds its scripts by itself, for they were fetched ahead: naming each of them takes as much room as a page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_part, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))),
    },
    assetsInlineLimit: 0,
    // What is always needed together is one file: many small ones are packed worse than their sum, and these pages have a budget.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            {
              name: 'app',
              test: /\/(socket\.io-client\/.*|app\/PrivateApp\.tsx|capabilities\/(?!connections)\w+\/\w+(Watch|Button)\.tsx)$/,
              priority: 2,
            },
            {
              name: 'tickets',
              test: /\/capabilities\/(tickets\/TicketsPage|contact-drawer\/ContactDrawer|chat\/text\/Markup)\.tsx$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(readApiPaths().map((step) => [proxyPattern(step), toServer])),
      ...Object.fromEntries(serverPaths.map((step) => [proxyPattern(step), { target: server }])),
      '/socket.io': { target: server, ws: true },
    },
  },
});
