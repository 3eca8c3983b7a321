import { formatNumber } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Dashboard.module.css';
import { dashboardMessages } from './dashboard.messages.ts';

const places = [1, 2, 3] as const;
const words = { 1: 'rated1', 2: 'rated2', 3: 'rated3' } as const;
const path = 'M8 1.6l1.9 4 4.4.6-3.2 3.1.8 4.4L8 11.6l-3.9 2.1.8-4.4L1.7 6.2l4.4-.6z';

/** One to three stars, filled as far as the mean goes, with its figure and its word. */
export function Stars({ rating }: { rating: number }) {
  const text = useMessages(dashboardMessages);
  // Of what is shown, so that the same figure has the same word.
  const shown = Math.round(rating * 10) / 10;
  const nearest = places[Math.min(3, Math.max(1, Math.round(shown))) - 1] ?? 1;
  const said = formatNumber(shown);
  return (
    <span className={styles.stars}>
      <VisuallyHidden>{text('stars', { n: said, word: text(words[nearest]) })}</VisuallyHidden>
      <span aria-hidden="true">
        {places.map((place) => (
          <Star key={place} share={Math.min(1, Math.max(0, rating - place + 1))} />
        ))}
      </span>
      <span aria-hidden="true">
        {said} · {text(words[nearest])}
      </span>
    </span>
  );
}

function Star({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={16} height={16}>
      <path className={styles.starBack} d={path} />
      <path className={styles.star} d={path} style={{ clipPath: `inset(0 ${100 - share * 100}% 0 0)` }} />
    </svg>
  );
}
