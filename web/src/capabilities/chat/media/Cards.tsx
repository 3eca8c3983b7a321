import { formatPhone } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { PinIcon } from '../../../ui/icons/chat-icons.tsx';
import type { Shown } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import styles from './Media.module.css';
import { mediaMessages } from './media.messages.ts';
import { mapAddress } from './media.ts';

/** A phone sends a few cards at once. A list of thousands is no message that anybody reads. */
const maxCards = 50;
const longestName = 200;
type CardProps = Pick<Shown, 'data' | 'body'>;

/** A place. The map opens elsewhere; nothing of it is fetched here. */
export function LocationCard({ data, body }: CardProps) {
  const text = useMessages(mediaMessages);
  const { latitude, longitude } = data ?? {};
  const known = latitude !== undefined && longitude !== undefined;
  return (
    <div className={styles.card}>
      <span className={styles.sign}>
        <PinIcon size={20} />
      </span>
      <span className={styles.about}>
        <b>{data?.name?.slice(0, longestName) || text('locationMessage')}</b>
        <span className={styles.size}>{known ? `${latitude}, ${longitude}` : body.slice(0, longestName)}</span>
      </span>
      {known && (
        <a className={styles.action} href={mapAddress({ latitude, longitude })} target="_blank" rel="noopener noreferrer">
          {text('openMap')}
        </a>
      )}
    </div>
  );
}

/** People's cards: talk to them, or keep them. */
export function ContactCards({ data, body }: CardProps) {
  const text = useMessages(mediaMessages);
  const { startChat, saveContact } = useThreadActions();
  const cards = data?.contacts ?? [{ name: body, number: '' }];
  return cards.slice(0, maxCards).map((card, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of one message never move, and two may be the same
    <div key={place} className={styles.card}>
      <Avatar name={card.name} size={36} />
      <span className={styles.about}>
        <b>{card.name.slice(0, longestName)}</b>
        {card.number && <span className={styles.size}>{formatPhone(card.number)}</span>}
      </span>
      {card.number && startChat && saveContact && (
        <span className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => startChat(card)}>
            {text('startChat')}
          </button>
          <button type="button" className={styles.action} onClick={() => saveContact(card)}>
            {text('saveContact')}
          </button>
        </span>
      )}
    </div>
  ));
}
