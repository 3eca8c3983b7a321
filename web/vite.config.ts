import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';

const server = 'http://localhost:3000';
/** The first step of every API path. Some are pages too (`/tickets`): a navigation stays with Vite, a call goes on. */
const apiPaths = [
  'announcements',
  'api',
  'auth',
  'campaign-settings',
  'campaigns',
  'chats',
  'companies',
  'contact-list-items',
  'contact-lists',
  'contacts',
  'dashboard',
  'docs',
  'files',
  'health',
  'helps',
  'invoices',
  'messages',
  'metrics',
  'plans',
  'public',
  'queue',
  'queue-options',
  'quick-messages',
  'schedules',
  'settings',
  'simulator',
  'subscription',
  'tags',
  'ticket-notes',
  'ticket-tags',
  'tickets',
  'users',
  'webhooks',
  'whatsapp',
  'whatsappsession',
];
const toServer: ProxyOptions = {
  target: server,
  bypass: (request) => (request.method === 'GET' && request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
};

/** Schemas are checked by in the browser and described on the server: what Zod writes JSON Schema with is left out of the build. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/zod/v4/core/json-schema-processors.js')) return undefined;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `absent as ${name}`);
    return `const absent = () => ({}); export { ${names.join(', ')} };`;
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The polyfill would be an inline script, which the content security policy forbids; so would inlined fonts and icons.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What the first page needs is one file: many small ones are packed worse than their sum, and the first page has a budget.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
  },
  server: {
    proxy: {
      ...Object.fromEntries(apiPaths.map((path) => [`^/${path}(?:[/?]|$)`, toServer])),
      '/socket.io': { target: server, ws: true },
    },
  },
});
