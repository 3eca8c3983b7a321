import type { TableColumns } from './personal-data.ts';

/** Tables of companies, their users and the platform. */
export const companyTables: Record<string, TableColumns> = {
  companies: { company: 'name email phone billing_name zipcode street state city district', none: 'recurrence schedules' },
  plans: { none: 'name prices' },
  invoices: { company: 'detail', none: 'status' },
  charges: { company: 'txid reference copy_paste', none: 'provider status' },
  payments: { company: 'end_to_end_id', none: 'provider' },

  users: { user: 'name email password_hash', none: 'profile all_ticket' },
  sessions: { none: 'id' },
  session_refresh_tokens: { none: 'hash session_id predecessor' },
  known_sources: { user: 'hash', none: 'kind' },
  user_presence: { none: 'node' },
  audit_entries: { user: 'user_email address', company: 'before after', none: 'action object' },

  connections: {
    company: 'qrcode credentials_sealed token_sealed token_hash phone_number_id waba_id',
    none: 'name provider status greeting_message complation_message out_of_hours_message rating_message',
  },
  connection_leases: { none: 'owner' },
  connection_ledger: { none: 'what why' },
  channel_notices: { user: 'accepted_by' },
  pairing_requests: { company: 'number code_sealed', none: 'id' },
  queues: { none: 'name color greeting_message out_of_hours_message schedules' },
  queue_options: { none: 'title message type' },
  tags: { none: 'name color' },
  deleted_tags: { none: 'name color' },
  settings: { company: 'value', none: 'key' },
  holidays: { none: 'name' },
  webhooks: { company: 'url secret_sealed', none: 'name events lease' },

  alarms: { user: 'subject', none: 'what code' },
  announcements: { none: 'title text media_key media_name' },
  helps: { none: 'title description video' },
  figure_changes: { none: 'figure' },
  figure_days: { none: 'figure' },

  idempotency_keys: {
    contact: { 'expires: 48 hours after the call; answers are sealed, requests are hashed': 'request_hash body' },
    none: 'key',
  },
  public_idempotency_keys: { user: 'request_hash body', none: 'id' },
  rate_limits: { none: 'id' },
  nodes: { none: 'name storage' },
  platform_facts: { none: 'name value' },
  schema_migrations: { none: 'name checksum' },

  'graphile_worker._private_jobs': { none: 'payload last_error key locked_by flags' },
  'graphile_worker._private_job_queues': { none: 'queue_name locked_by' },
  'graphile_worker._private_known_crontabs': { none: 'identifier' },
  'graphile_worker._private_tasks': { none: 'identifier' },
};
