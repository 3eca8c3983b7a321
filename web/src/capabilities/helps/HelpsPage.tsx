import type { Help } from '@prosa/contracts/helps';
import { plainText } from '@prosa/contracts/plain-text';
import { type KeyboardEvent, useState } from 'react';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { HelpIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Helps.module.css';
import { useHelps } from './helps.data.ts';
import { helpsMessages } from './helps.messages.ts';
import { VideoDialog } from './VideoDialog.tsx';
import { VideoSign } from './VideoSign.tsx';

/** The help videos. Nothing of them is fetched from outside until one is opened. */
export function HelpsPage() {
  const text = useMessages(helpsMessages);
  const [typed, setTyped] = useState('');
  const [watched, setWatched] = useState<Help>();
  useCommercialNotices();
  return (
    <Page
      title={text('title')}
      actions={
        <div className={styles.search}>
          <SearchField value={typed} onChange={setTyped} />
        </div>
      }
    >
      <Videos typed={typed.trim()} onClear={() => setTyped('')} onWatch={setWatched} />
      {watched && <VideoDialog help={watched} onClose={() => setWatched(undefined)} />}
    </Page>
  );
}

function Videos({ typed, onClear, onWatch }: { typed: string; onClear: () => void; onWatch: (help: Help) => void }) {
  const text = useMessages(helpsMessages);
  const common = useMessages(commonMessages);
  const helps = useHelps();
  if (!helps.data && helps.isError)
    return (
      <div role="alert">
        <EmptyState title={common('listFailed')} action={<Button onClick={() => void helps.refetch()}>{common('tryAgain')}</Button>} />
      </div>
    );
  if (!helps.data) return <SkeletonRows />;
  if (helps.data.length === 0) return <EmptyState icon={<HelpIcon />} title={text('noVideos')} />;
  const found = helps.data.filter(({ title }) => plainText(title).includes(plainText(typed)));
  if (found.length === 0)
    return <EmptyState title={common('nothingFound', { x: typed })} action={<Button onClick={onClear}>{common('clearSearch')}</Button>} />;
  return (
    <ul className={styles.grid} onKeyDown={moveByArrows}>
      {found.map((help) => (
        <li key={help.id}>
          <button type="button" className={styles.card} onClick={() => onWatch(help)}>
            <VideoSign />
            <span className={styles.title}>{help.title}</span>
            {help.description && (
              <span className={styles.description} title={help.description}>
                {help.description}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Arrows go to the card beside, above or below, as the grid lies at this width. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const at = cards.findIndex((card) => card.matches(':focus'));
  const top = cards[0]?.offsetTop;
  const columns = Math.max(1, cards.filter((card) => card.offsetTop === top).length);
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const next = cards[at + (steps[event.key] ?? Number.NaN)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
