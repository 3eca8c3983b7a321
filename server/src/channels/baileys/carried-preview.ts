import type { LinkPreview } from '@prosa/contracts/messages';
import type { proto } from '@whiskeysockets/baileys';

const most = { link: 2_000, title: 200, description: 300 };

/** What the sender's app found behind a link of theirs: it came with the message, and nobody is asked for it. */
export function carriedPreview(told: proto.Message.IExtendedTextMessage | null | undefined): { preview: LinkPreview } | null {
  const link = told?.matchedText?.trim() ?? '';
  const [title, description] = [oneLine(told?.title, most.title), oneLine(told?.description, most.description)];
  if (link === '' || link.length > most.link || (title === '' && description === '') || !told?.text?.includes(link)) return null;
  const url = /^https?:\/\//i.test(link) ? link : `https://${link}`;
  const site = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  return site.includes('.') ? { preview: { link, url, title, description, site } } : null;
}

const oneLine = (text: string | null | undefined, longest: number) =>
  (text ?? '')
    .slice(0, longest)
    .replace(/[\p{Cs}\p{Cf}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
