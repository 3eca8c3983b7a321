import type { TableColumns } from './personal-data.ts';

const written = 'keep: words of a user for colleagues or many contacts, not part of the record of one contact';

/** Tables of contacts, conversations, campaigns and channels. */
export const conversationTables: Record<string, TableColumns> = {
  contacts: { contact: { cascade: 'uuid name number number_key email profile_pic_url privacy_id name_key searchable' } },
  contact_fields: { contact: { cascade: 'name value' } },
  contact_identities: { contact: { cascade: 'address' } },
  contact_merges: { contact: { step: 'privacy_id parted moved' } },
  contact_pictures: { contact: { cascade: 'sha256' } },
  privacy_ids: { contact: { step: 'privacy_id number' } },
  erasures: {
    contact: { 'expires: emptied when the erasure has finished; sealed until then': 'person_sealed' },
    none: 'step counts',
  },

  tickets: { contact: { cascade: 'uuid last_message said' }, none: 'code status' },
  ticket_history: { contact: { cascade: 'what from_value to_value why' } },
  ticket_notes: { contact: { cascade: 'note' } },
  ticket_figures: { none: 'figure' },
  ticket_totals: { none: 'status' },
  ticket_viewers: { none: 'node' },
  held_messages: { contact: { cascade: 'body' } },
  bot_states: { contact: { cascade: 'state' } },
  bill_lookups: { contact: { cascade: 'request_sealed' }, none: 'state lease' },
  bill_disclosures: {
    contact: { step: 'number', 'keep: the record that a bill was disclosed; only the billing system knows whose it is': 'bill_id' },
    none: 'provider what',
  },

  messages: {
    contact: { cascade: 'chat channel_id body data participant participant_name' },
    none: 'media_type failure origin why',
  },
  message_edits: { contact: { cascade: 'before' } },
  message_reactions: { contact: { step: 'participant name' }, none: 'emoji' },
  file_fetches: { contact: { cascade: 'ref file_name' }, none: 'kind mimetype' },
  read_marks: { contact: { step: 'chat messages' } },
  parked_frames: { contact: { step: 'identity frame channel_id' } },
  parked_receipts: { contact: { 'keep: ids that the network gave to messages, without content': 'channel_id' } },
  outbox: { contact: { cascade: 'chat content' }, none: 'state deed' },
  inbox: { contact: { step: 'identity frame' }, none: 'failure' },
  link_previews: { none: 'address state title description site' },
  media: { contact: { step: 'key sha256 file_name thumbnail_key playable_key' }, none: 'mimetype kind state' },

  schedules: { contact: { cascade: 'body' }, none: 'status reason' },
  contact_lists: { none: 'name' },
  contact_list_items: { contact: { step: 'name number number_key email searchable' } },
  contact_list_imports: { none: 'state invalid' },
  contact_list_import_batches: { contact: { 'expires: deleted by the import that reads them, within minutes': 'rows' } },
  campaigns: {
    none: `name status message1 message2 message3 message4 message5 confirmation_message1 confirmation_message2
      confirmation_message3 confirmation_message4 confirmation_message5 reason hold`,
  },
  campaign_shippings: {
    contact: { step: 'name number number_key number_hash email message searchable' },
    none: 'state reason consent_source',
  },
  campaign_notes: { none: 'what reason' },
  campaign_settings: { none: 'key value' },
  campaign_consents: {
    contact: { 'keep: proof that consent was given or withdrawn, under a keyed hash of the number': 'number_hash' },
    none: 'source',
  },
  suppressions: {
    contact: {
      'keep: an opt-out must be honoured when the number is imported again; a keyed hash and the last digits': 'number_hash ending',
    },
    none: 'source',
  },

  events: { contact: { step: 'data' }, none: 'name rooms except_rooms' },
  webhook_deliveries: { contact: { step: 'body about' }, none: 'delivery event state error' },

  chats: { user: 'title', contact: { [written]: 'last_message' }, none: 'uuid' },
  chat_messages: { contact: { [written]: 'message' } },
  quick_messages: { contact: { [written]: 'shortcode message' } },
  saved_filters: { contact: { [written]: 'name search' } },

  simulator_messages: { contact: { step: 'number name id body quoted_id participant reactions data' }, none: 'media_type' },
  simulator_frames: { contact: { step: 'frame' } },
  simulator_phone_book: { contact: { step: 'number name' } },
  simulator_privacy_ids: { contact: { step: 'number privacy_id' } },
  simulator_networks: { contact: { step: 'typing' }, none: 'qr faults groups' },

  baileys_phone_book: { contact: { step: 'number name' } },
  baileys_keys: {
    contact: { 'keep: the session keys of the line, sealed; without them the next message of the person could not be read': 'id' },
    none: 'type value_sealed',
  },
  cloud_chats: { contact: { step: 'chat wamid' } },
  cloud_messages: {
    contact: { 'keep: ids that the network gave to messages, by which late and repeated notices are recognised': 'wamid own_id' },
    none: 'state reason',
  },
  cloud_attempts: { none: 'own_id' },
};
