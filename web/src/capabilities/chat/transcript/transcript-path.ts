import { defineMessages } from '../../../platform/language/messages.ts';

/** What leads to a transcript; all else of it is fetched with its page. */
export const transcriptPath = ({ uuid }: { uuid: string }) => `/tickets/${uuid}/transcript`;

export const transcriptTitle = defineMessages({
  pt: { title: 'Transcrição' },
  en: { title: 'Transcript' },
  es: { title: 'Transcripción' },
});
