import { z } from 'zod';
import { type Account, newWamid, phoneMessage, shownTo } from './state.ts';

const Sent = z.looseObject({
  to: z.string().optional(),
  recipient: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  message_id: z.string().optional(),
  typing_indicator: z.object({ type: z.string() }).optional(),
  context: z.object({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  text: z.object({ body: z.string().min(1).max(4096) }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  contacts: z
    .array(
      z.object({
        name: z.object({ formatted_name: z.string(), first_name: z.string() }),
        phones: z.array(z.object({ wa_id: z.string() })),
      }),
    )
    .optional(),
  reaction: z.object({ message_id: z.string(), emoji: z.string() }).optional(),
  template: z
    .object({
      name: z.string(),
      language: z.object({ code: z.string() }),
      components: z.array(
        z.object({
          type: z.string(),
          parameters: z.array(z.object({ type: z.literal('text'), text: z.string(), parameter_name: z.string().optional() })),
        }),
      ),
    })
    .optional(),
});
export type Sent = z.output<typeof Sent>;

type Verdict = { code: number } | { wamid?: string; number?: string };

/** What Meta does with a posted message: an error by its code, or it is shown on the customer's phone. */
export function takeMessage(account: Account, posted: unknown, typingMilliseconds: number, hasMedia: (id: string) => boolean): Verdict {
  const read = Sent.safeParse(posted);
  if (!read.success) return { code: 100 };
  const sent = read.data;
  if (sent.status === 'read') return markRead(account, sent, typingMilliseconds);
  const number = addressee(account, sent);
  if (number === undefined) return { code: 131009 };
  if (account.disowned.has(number)) return { code: 131026 };
  if (sent.type === 'reaction') return react(account, number, sent);
  if (sent.type !== 'template' && isWindowClosed(account, number)) return { code: 131047 };
  const content = contentOf(account, sent, hasMedia);
  if (typeof content === 'number') return { code: content };
  const wamid = newWamid();
  account.typingUntil.delete(number);
  shownTo(account, number).push(
    phoneMessage({ id: wamid, fromBusiness: true, ack: 1, quotedId: sent.context?.message_id ?? null, ...content }),
  );
  return { wamid, number };
}

function addressee(account: Account, { to, recipient }: Sent): string | undefined {
  if (to !== undefined) return /^\+\d+$/.test(to) ? to.slice(1) : undefined;
  return [...account.hidden].find(([, id]) => id === recipient)?.[0];
}

function isWindowClosed({ windowHours, lastHeard }: Account, number: string): boolean {
  return windowHours !== null && Date.now() - (lastHeard.get(number) ?? 0) > windowHours * 3_600_000;
}

function markRead(account: Account, { message_id: id, typing_indicator: typing }: Sent, milliseconds: number): Verdict {
  for (const [number, shown] of account.conversations) {
    const place = shown.findIndex((each) => each.id === id && !each.fromBusiness);
    if (place < 0) continue;
    for (const each of shown.slice(0, place + 1)) if (!each.fromBusiness) each.ack = 3;
    if (typing) account.typingUntil.set(number, performance.now() + milliseconds);
    return {};
  }
  return { code: 100 };
}

function react(account: Account, number: string, { reaction }: Sent): Verdict {
  const meant = shownTo(account, number).find(({ id }) => id === reaction?.message_id);
  if (!meant || !reaction) return { code: 131009 };
  meant.reactions = [
    ...meant.reactions.filter(({ fromBusiness }) => !fromBusiness),
    ...(reaction.emoji === '' ? [] : [{ emoji: reaction.emoji, fromBusiness: true }]),
  ];
  return { wamid: newWamid() };
}

const FileSent = z.object({
  id: z.string(),
  caption: z.string().max(1024).optional(),
  filename: z.string().optional(),
  voice: z.boolean().optional(),
});
const mediaTypes: Record<string, string> = { image: 'image', video: 'video', audio: 'audio', document: 'application', sticker: 'image' };

function contentOf(account: Account, sent: Sent, hasMedia: (id: string) => boolean) {
  const { type = '', text, location, contacts, template } = sent;
  if (type === 'text') return text ? { body: text.body } : 100;
  if (type === 'location' && location) return { mediaType: 'locationMessage', data: location };
  if (type === 'contacts' && contacts)
    return {
      mediaType: 'vcard',
      data: { contacts: contacts.map(({ name, phones }) => ({ name: name.formatted_name, number: phones[0]?.wa_id ?? '' })) },
    };
  if (type === 'template') return template ? filled(account, template) : 132001;
  const file = FileSent.safeParse(sent[type]);
  if (!(type in mediaTypes) || !file.success) return 131009;
  if (!hasMedia(file.data.id)) return 131053;
  const { id, caption = '', filename, voice } = file.data;
  return { mediaType: mediaTypes[type] ?? null, mediaUrl: id, body: caption, data: { fileName: filename, voice } };
}

/** Each part is filled by its own values, positional or by name. */
function filled(account: Account, { name, language, components }: NonNullable<Sent['template']>) {
  const template = account.templates.find((each) => each.name === name && each.language === language.code && each.status === 'APPROVED');
  if (!template) return 132001;
  const texts: string[] = [];
  for (const component of z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).parse(template.components)) {
    const given = components.find(({ type }) => type === component.type.toLowerCase())?.parameters ?? [];
    const places = [...new Set(component.text?.match(/\{\{\w+\}\}/g))];
    if (places.length !== given.length) return 132000;
    let text = component.text ?? '';
    for (const [at, place] of places.entries()) {
      const value = given.find(({ parameter_name: called }) => place === `{{${called}}}`) ?? given[at];
      text = text.replaceAll(place, value?.text ?? '');
    }
    texts.push(text);
  }
  return { body: texts.filter(Boolean).join('\n') };
}
