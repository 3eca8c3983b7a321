/** One column with sealed values, alone (text) or within other text (jsonb). */
export type SealedColumn = {
  table: string;
  column: string;
  type: 'text' | 'jsonb';
  /** Whose rows: each company's, under row-level security, or the platform's. */
  owner: 'company' | 'platform';
  /** Encryption contexts as SQL over the row. With several, a value was sealed in one of them. */
  contexts: string[];
  /** The source files that seal these values; `sealed-columns.test.ts` compares them with the source. */
  sealedIn: string[];
};

const capability = (path: string) => `capabilities/${path}.ts`;

const fileContexts = ["'baileys.file:' || company_id || ':' || connection_id", "'cloud.file:' || company_id || ':' || connection_id"];
/** References to files on the network, which providers seal. They wait in frames and then in a table of their own. */
const referencesIn = (table: string, column: string, type: SealedColumn['type']): SealedColumn => ({
  table,
  column,
  type,
  owner: 'company',
  contexts: fileContexts,
  sealedIn: ['channels/baileys/references.ts', 'channels/cloud/media.ts'],
});

const ofCompany = (table: string, column: string, context: string, ...sealedIn: string[]): SealedColumn => ({
  table,
  column,
  type: 'text',
  owner: 'company',
  contexts: [context],
  sealedIn,
});

/** Everything that a rotation of the master key has to seal again. */
export const sealedColumns: SealedColumn[] = [
  ofCompany(
    'connections',
    'token_sealed',
    "'connections.token:' || company_id",
    capability('connections/connections.actions'),
    capability('connections/renew-tokens'),
  ),
  ofCompany(
    'connections',
    'credentials_sealed',
    "'connections.credentials:' || company_id || ':' || id",
    capability('connections/cloud-credentials'),
  ),
  ofCompany('settings', 'value', "'settings.value/' || company_id || '/' || key", capability('settings/integrations.actions')),
  ofCompany('webhooks', 'secret_sealed', "'webhooks.secret:' || company_id", capability('webhooks/webhooks.actions')),
  ofCompany(
    'baileys_keys',
    'value_sealed',
    "'baileys_keys:' || company_id || ':' || connection_id || ':' || type || ':' || id",
    'channels/baileys/key-store.ts',
  ),
  ofCompany(
    'pairing_requests',
    'code_sealed',
    "'pairing_requests.code:' || company_id || ':' || id",
    capability('connections/pairing.actions'),
  ),
  ofCompany('bill_lookups', 'request_sealed', "'bill_lookups.request_sealed/' || company_id", capability('bills/bill-lookups.queue')),
  ofCompany('erasures', 'person_sealed', "'erasures.person_sealed:' || company_id", capability('contacts/erasures.actions')),
  referencesIn('file_fetches', 'ref', 'text'),
  referencesIn('inbox', 'frame', 'jsonb'),
  referencesIn('parked_frames', 'frame', 'jsonb'),
  { ...ofCompany('idempotency_keys', 'body', "'idempotency.body:' || company_id", 'platform/http/idempotency.ts'), type: 'jsonb' },
  {
    table: 'public_idempotency_keys',
    column: 'body',
    type: 'text',
    owner: 'platform',
    contexts: ["'public_idempotency_keys.body'"],
    sealedIn: ['platform/http/public-keys.ts', 'platform/live/mount-for-all.ts'],
  },
  {
    table: 'platform_facts',
    column: 'value',
    type: 'text',
    owner: 'platform',
    contexts: ["'platform_facts.' || name"],
    sealedIn: ['operations/rotate-key.ts'],
  },
];
