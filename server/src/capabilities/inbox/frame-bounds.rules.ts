import type { MessageData } from '@prosa/contracts/messages';
import type { Frame, MessageFrame, RemoteFile } from '../../channels/port.ts';

/** As long as what agents may write, and as what is stored of a name; no card, emoji, id or reference comes near its bound. */
const most = { body: 65_536, name: 200, place: 1_000, cards: 50, number: 50, emoji: 100, fileName: 1_000, id: 1_000, ref: 16_384 };
const mostOfData = 65_536;

/** Cut short, never between the halves of a surrogate pair, which the database would reject. */
const cut = (text: string, length: number) => (text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, ''));

/**
 * A frame no larger than people make them: whoever sends it decides how long its texts are, and frames are worked on in memory, a hundred
 * at once. The ids that name it stay as they are: cut, they would be those of another.
 */
export function bounded(frame: Frame): Frame {
  if (frame.kind === 'message') return boundedMessage(frame);
  if (frame.kind === 'edit') return { ...frame, body: cut(frame.body, most.body) };
  if (frame.kind === 'reaction') return { ...frame, name: cut(frame.name, most.name), emoji: cut(frame.emoji, most.emoji) };
  return frame;
}

function boundedMessage({ remote, ...frame }: MessageFrame): MessageFrame {
  const { quotedId } = frame;
  const data = frame.data && boundedData(frame.data);
  return {
    ...frame,
    name: cut(frame.name, most.name),
    participantName: cut(frame.participantName, most.name),
    body: cut(frame.body, most.body),
    quotedId: quotedId !== null && quotedId.length > most.id ? null : quotedId,
    data,
    ...(remote && boundedFile(remote, data)),
  };
}

/** A reference that long leads nowhere: the message stays, and says that its file will never come. */
function boundedFile(remote: RemoteFile, data: MessageData | null): Pick<MessageFrame, 'remote'> | Pick<MessageFrame, 'data'> {
  if (remote.ref.length > most.ref) return { data: { ...data, file: 'gone' } };
  return { remote: { ...remote, fileName: cut(remote.fileName, most.fileName), mimetype: cut(remote.mimetype, most.name) } };
}

/** What it says stays; what only adorns it is left out where that is too big. */
function boundedData({ name, contacts, ...data }: MessageData): MessageData {
  const said = {
    ...(name !== undefined && { name: cut(name, most.place) }),
    ...(contacts && {
      contacts: contacts.slice(0, most.cards).map((card) => ({ name: cut(card.name, most.name), number: cut(card.number, most.number) })),
    }),
  };
  if (JSON.stringify(data).length <= mostOfData) return { ...data, ...said };
  const { preview: _preview, waveform: _waveform, thumbnailUrl: _picture, fileName: _fileName, mimetype: _mimetype, ...rest } = data;
  return { ...rest, ...said };
}
