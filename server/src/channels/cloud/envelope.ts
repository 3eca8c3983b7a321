import { z } from 'zod';

/**
 * What Meta posts, read as tolerantly as can be: what is not understood is left out or shown as a placeholder, never refused, since
 * what is refused comes again for seven days.
 */
const text = z.string().optional().catch(undefined);
/** Of ids and their like: what is longer is none of Meta's. */
const id = z.string().max(300).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
/** Meta tells a thousand things at once and no more; each stands in some lists, with who said it and what went wrong beside it. */
const most = { inList: 1_000, inAll: 10_000 };
/** How many items may still be read of the post that is being read, which nothing interrupts. */
let left = 0;
/** Each item is read once: lists stand in lists, and what is read twice in each is read 32 times at the bottom. */
const listOf = <T extends z.ZodType>(each: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => {
      const given = items.slice(0, Math.min(most.inList, left));
      left -= given.length;
      return given.flatMap((item): Array<z.output<T>> => {
        const read = each.safeParse(item);
        return read.success ? [read.data] : [];
      });
    });
const part = <T extends z.ZodRawShape>(shape: T) => z.object(shape).optional().catch(undefined);

const File = { id, mime_type: id, sha256: id, caption: text, filename: text, voice: flag };
const ErrorItem = z.object({ code: z.number().optional().catch(undefined) });
const Card = z.object({
  name: part({ formatted_name: text, first_name: text }),
  phones: listOf(z.object({ phone: id, wa_id: id })),
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
  from: id,
  from_user_id: id,
  /** Of a message that was written on the company's own phone. */
  to: id,
  to_user_id: id,
  timestamp: z.coerce.number().catch(Number.NaN),
  group_id: id,
  context: part({ id, forwarded: flag, frequently_forwarded: flag }),
  reaction: part({ message_id: id, emoji: text }),
  edit: part({ original_message_id: id, message: Content.optional().catch(undefined) }),
  revoke: part({ original_message_id: id }),
  system: part({ body: text, type: text, wa_id: id, user_id: id }),
  unsupported: part({ type: text }),
  type: text,
  ...content,
});
export type InboundMessage = z.output<typeof InboundMessage>;

export const Status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  biz_opaque_callback_data: id,
  recipient_id: id,
  recipient_user_id: id,
  errors: listOf(ErrorItem),
});
export type Status = z.output<typeof Status>;

const Call = z.object({
  id: z.string().min(1).max(300),
  from: id,
  from_user_id: id,
  event: text,
  direction: text,
  timestamp: z.coerce.number().catch(Number.NaN),
});
export type Call = z.output<typeof Call>;

export const Person = z.object({ profile: part({ name: text }), wa_id: id, user_id: id });
export type Person = z.output<typeof Person>;

const Value = z.object({
  metadata: part({ phone_number_id: id }),
  contacts: listOf(Person),
  messages: listOf(InboundMessage),
  message_echoes: listOf(InboundMessage),
  statuses: listOf(Status),
  calls: listOf(Call),
  errors: listOf(ErrorItem),
});
const Change = z.object({ field: text, value: Value });
const Entry = z.object({ id: text, changes: listOf(Change) });
const Envelope = z.object({ entry: listOf(Entry) });
export type Change = z.output<typeof Change>;

export function changesIn(body: unknown): Change[] {
  left = most.inAll;
  return (Envelope.safeParse(body).data?.entry ?? []).flatMap(({ changes }) => changes);
}
