/** Programs in three languages that send a text or a file, as they stand on the page of the API; the tests run them. */
export type Example = { base: string; token: string; number: string };
export const exampleLanguages = ['curl', 'JavaScript', 'PHP'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

const address = (base: string) => `${base}/api/messages/send`;

/** The file is called as the example says and lies where the program runs. */
export const exampleFile = 'boleto.pdf';

export const textExamples: Record<ExampleLanguage, (example: Example) => string> = {
  curl: ({ base, token, number }) => `curl -X POST '${address(base)}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(date +%s%N)" \\
  -d '{"number": "${number}", "body": "Olá!"}'`,
  JavaScript: ({ base, token, number }) => `const response = await fetch('${address(base)}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify({ number: '${number}', body: 'Olá!' }),
});
console.log(response.status, await response.json());`,
  PHP: ({ base, token, number }) => `<?php
$call = curl_init('${address(base)}');
curl_setopt_array($call, [
  CURLOPT_POST => true,
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
    'Authorization: Bearer ${token}',
    'Content-Type: application/json',
    'Idempotency-Key: ' . bin2hex(random_bytes(16)),
  ],
  CURLOPT_POSTFIELDS => json_encode(['number' => '${number}', 'body' => 'Olá!']),
]);
echo curl_exec($call);`,
};

export const fileExamples: Record<ExampleLanguage, (example: Example) => string> = {
  curl: ({ base, token, number }) => `curl -X POST '${address(base)}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H "Idempotency-Key: $(date +%s%N)" \\
  -F 'number=${number}' \\
  -F 'body=Segue o boleto' \\
  -F 'medias=@${exampleFile}'`,
  JavaScript: ({ base, token, number }) => `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.set('number', '${number}');
form.set('body', 'Segue o boleto');
form.append('medias', await openAsBlob('${exampleFile}'), '${exampleFile}');
const response = await fetch('${address(base)}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}', 'Idempotency-Key': crypto.randomUUID() },
  body: form,
});
console.log(response.status, await response.json());`,
  PHP: ({ base, token, number }) => `<?php
$call = curl_init('${address(base)}');
curl_setopt_array($call, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => [
    'Authorization: Bearer ${token}',
    'Idempotency-Key: ' . bin2hex(random_bytes(16)),
  ],
  CURLOPT_POSTFIELDS => [
    'number' => '${number}',
    'body' => 'Segue o boleto',
    'medias' => new CURLFile('${exampleFile}', 'application/pdf', '${exampleFile}'),
  ],
]);
echo curl_exec($call);`,
};

/** How far one message came. */
export const showExamples: Record<ExampleLanguage, (example: Pick<Example, 'base' | 'token'>, id?: number) => string> = {
  curl: ({ base, token }, id = 1234) => `curl '${base}/api/messages/${id}' -H 'Authorization: Bearer ${token}'`,
  JavaScript: ({ base, token }, id = 1234) => `const response = await fetch('${base}/api/messages/${id}', {
  headers: { Authorization: 'Bearer ${token}' },
});
console.log(response.status, await response.json());`,
  PHP: ({ base, token }, id = 1234) => `<?php
$call = curl_init('${base}/api/messages/${id}');
curl_setopt_array($call, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}'],
]);
echo curl_exec($call);`,
};
