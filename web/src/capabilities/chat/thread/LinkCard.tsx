import type { LinkPreview } from '@prosa/contracts/messages';
import styles from './LinkCard.module.css';

/** What the page behind a link says of itself, as the server found it. Nothing of the page is fetched here. */
export function LinkCard({ preview: { url, site, title, description } }: { preview: LinkPreview }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a className={styles.card} href={url} target="_blank" rel="noopener noreferrer nofollow">
      <span className={styles.site} title={site}>
        {site}
      </span>
      {title !== '' && (
        <strong className={styles.title} title={title}>
          {title}
        </strong>
      )}
      {description !== '' && (
        <span className={styles.description} title={description}>
          {description}
        </span>
      )}
    </a>
  );
}
