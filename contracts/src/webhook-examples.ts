/** One delivery as a receiver gets it. */
export const sampleDelivery = `POST /prosa HTTP/1.1
Content-Type: application/json
X-Prosa-Event: message.created
X-Prosa-Delivery: 4b6d3c1e-7f0a-4b9a-9d5e-2f6f0c8a1b2c
X-Prosa-Signature: t=1794844800,v1=5f0c…

{
  "id": "4b6d3c1e-7f0a-4b9a-9d5e-2f6f0c8a1b2c",
  "event": "message.created",
  "at": "2026-11-16T12:00:00.000Z",
  "data": { "id": 1234, "body": "Olá!", ... }
}`;

/** Receivers in two languages that check the signature, as they stand on the page of webhooks; the tests run them. */
export const receiverExamples = {
  JavaScript: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;

function isGenuine(header, body) {
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const expected = createHmac('sha256', secret).update(t + '.' + body).digest('hex');
  return timingSafeEqual(Buffer.from(v1), Buffer.from(expected));
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isGenuine(request.headers['x-prosa-signature'], body)) return response.writeHead(401).end();
  const { id, event, data } = JSON.parse(body);
  console.log(id, event, data);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 8080);`,
  PHP: `<?php
$secret = getenv('WEBHOOK_SECRET');
$body = file_get_contents('php://input');

function isGenuine($header, $body, $secret) {
  if (!preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/', $header, $parts)) return false;
  if (abs(time() - (int) $parts[1]) > 300) return false;
  return hash_equals(hash_hmac('sha256', $parts[1] . '.' . $body, $secret), $parts[2]);
}

if (!isGenuine($_SERVER['HTTP_X_PROSA_SIGNATURE'] ?? '', $body, $secret)) {
  http_response_code(401);
  exit;
}
$told = json_decode($body, true);
error_log($told['id'] . ' ' . $told['event']);
http_response_code(204);`,
} as const;
