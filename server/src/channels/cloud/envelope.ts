import { z } from 'zod';

/**
 * What Meta posts, read as tolerantly as can be: what is not understood is left out or shown as a placeholder, never refused, since
 * what is refused comes again for seven days.
 */
const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const listOf = <T extends z.ZodType>(each: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((item): Array<z.output<T>> => (each.safeParse(item).success ? [each.parse(item)] : [])));
const part = <T extends z.ZodRawShape>(shape: T) => z.object(shape).optional().catch(undefined);

const File = { id: text, mime_type: text, sha256: text, caption: text, filename: text, voice: flag };
const ErrorItem = z.object({ code: z.number().optional().catch(undefined) });
const Card = z.object({
  name: part({ formatted_name: text, first_name: text }),
  phones: listOf(z.object({ phone: text, wa_id: text })),
});
const Product = z.object({
  product_retailer_id: text,
  quantity: z.coerce.string().catch('1'),
  item_price: z.coerce.string().catch(''),
  currency: text,
});

const content = {
  text: part({ body: text }),
  image: part(File),
  video: part(File),
  audio: part(File),
  document: part(File),
  sticker: part(File),
  location: part({ latitude: z.coerce.number(), longitude: z.coerce.number(), name: text, address: text }),
  contacts: listOf(Card),
  interactive: part({
    type: text,
    button_reply: part({ title: text }),
    list_reply: part({ title: text, description: text }),
    nfm_reply: part({ name: text, body: text }),
  }),
  button: part({ text }),
  order: part({ text, product_items: listOf(Product) }),
};
export const Content = z.object({ type: text, ...content });
export type Content = z.output<typeof Content>;

export const InboundMessage = z.object({
  id: z.string().min(1).max(300),
  from: text,
  from_user_id: text,
  /** Of a message that was written on the company's own phone. */
  to: text,
  to_user_id: text,
  timestamp: z.coerce.number().catch(Number.NaN),
  group_id: text,
  context: part({ id: text, forwarded: flag, frequently_forwarded: flag }),
  reaction: part({ message_id: text, emoji: text }),
  edit: part({ original_message_id: text, message: Content.optional().catch(undefined) }),
  revoke: part({ original_message_id: text }),
  system: part({ body: text, type: text, wa_id: text, user_id: text }),
  unsupported: part({ type: text }),
  type: text,
  ...content,
});
export type InboundMessage = z.output<typeof InboundMessage>;

export const Status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  biz_opaque_callback_data: text,
  recipient_id: text,
  recipient_user_id: text,
  errors: listOf(ErrorItem),
});
export type Status = z.output<typeof Status>;

const Call = z.object({
  id: z.string().min(1).max(300),
  from: text,
  from_user_id: text,
  event: text,
  direction: text,
  timestamp: z.coerce.number().catch(Number.NaN),
});
export type Call = z.output<typeof Call>;

export const Person = z.object({ profile: part({ name: text }), wa_id: text, user_id: text });
export type Person = z.output<typeof Person>;

const Value = z.object({
  metadata: part({ phone_number_id: text }),
  contacts: listOf(Person),
  messages: listOf(InboundMessage),
  message_echoes: listOf(InboundMessage),
  statuses: listOf(Status),
  calls: listOf(Call),
  errors: listOf(ErrorItem),
});
const Change = z.object({ field: text, value: Value });
const Entry = z.object({ id: text, changes: listOf(Change) });
export const Envelope = z.object({ entry: listOf(Entry) });
export type Change = z.output<typeof Change>;
