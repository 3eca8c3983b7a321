import { useMemo } from 'react';
import { formatTime } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { mediaMessages } from '../media/media.messages.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import { isAutomatic, originName } from '../thread/origins.ts';
import { transcriptMessages } from './transcript.messages.ts';
import type { Words } from './transcript.rules.ts';

/** Words of the language that is shown. */
export function useWords(): Words {
  const text = useMessages(transcriptMessages);
  const media = useMessages(mediaMessages);
  const messages = useMessages(messagesMessages);
  return useMemo(
    () => ({
      deleted: text('deleted'),
      note: text('note'),
      notSent: text('notSent'),
      edited: text('edited'),
      forwarded: text('forwarded'),
      media: {
        image: media('image'),
        video: media('video'),
        audio: media('audio'),
        application: media('application'),
        locationMessage: media('locationMessage'),
        vcard: media('vcard'),
        call_log: media('call_log'),
      },
      call: ({ data, at }) => media(data?.video ? 'videoCall' : 'voiceCall', { time: formatTime(at) }),
      origin: (origin) => (isAutomatic(origin) ? messages(originName(origin)) : undefined),
    }),
    [text, media, messages],
  );
}
