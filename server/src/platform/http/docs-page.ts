import type { z } from 'zod';
import type { Route } from './http.ts';
import { schemaOf } from './json-schema.ts';

/** Plain HTML, so that the strict content policy holds here too. */
export function docsPage(routes: Route[]): string {
  const rows = routes
    .toSorted((a, b) => a.endpoint.path.localeCompare(b.endpoint.path))
    .map(
      ({ endpoint, policy }) =>
        `<tr><td><code>${endpoint.method}</code></td><td><code>${escaped(endpoint.path)}</code></td><td>${policy}</td>
<td><pre>${escaped(shape(endpoint.query))}${escaped(shape(endpoint.body))}</pre></td>
<td><details><summary>200</summary><pre>${escaped(shape(endpoint.reply))}</pre></details></td></tr>`,
    );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Prosa API</title></head>
<body><h1>Prosa API</h1>
<p>Bearer token from <code>POST /auth/login</code>. Errors are <code>{"error": CODE}</code>.
Every POST takes an <code>Idempotency-Key</code>.
The machine-readable document is <a href="/docs/openapi.json">/docs/openapi.json</a>.</p>
<table border="1" cellpadding="6">
<thead><tr><th>Method</th><th>Path</th><th>Who</th><th>Input</th><th>Reply</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></body></html>`;
}

const shape = (schema: z.ZodType | undefined) => (schema ? JSON.stringify(schemaOf(schema, 'input'), undefined, 1) : '');
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
