import type { KeyboardEvent, ReactNode } from 'react';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import type { LongListView } from '../../platform/lists/useLongList.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { SearchField } from '../fields/SearchField.tsx';
import { IconButton } from '../IconButton.tsx';
import { MoreIcon } from '../icons/icons.tsx';
import { Menu, type MenuItem } from '../overlays/Menu.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { Card } from '../page/Page.tsx';
import { SkeletonRows } from '../Skeleton.tsx';
import styles from './ListPage.module.css';

type ListPageProps<R> = {
  title: string;
  rows: LongListView<R>;
  search: string;
  /** What the rows shown were searched by: the search, once its typing has rested. */
  searched: string;
  onSearch: (search: string) => void;
  /** The main deed of the page: last in the header, at the foot of a narrow screen, and the way out of an empty list. */
  primary?: ReactNode;
  /** Further deeds: buttons, or one menu on a narrow screen. */
  deeds?: readonly (MenuItem & { busy?: boolean })[];
  empty: { icon: ReactNode; body: string };
  /** The table. */
  children: ReactNode;
};

/** The page of a list: title, count, search and deeds above; the list, or why there is none, below. */
export function ListPage<R>({ title, rows, search, searched, onSearch, primary, deeds = [], empty, children }: ListPageProps<R>) {
  const text = useMessages(commonMessages);
  const narrow = useMedia(narrowScreen);
  const count = rows.list?.slots.length;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <span className={styles.count} role="status">
          {rows.isPrevious ? '' : count}
        </span>
        {narrow && deeds.length > 0 && <DeedsMenu deeds={deeds} />}
        <div className={styles.actions}>
          <div className={styles.search}>
            <SearchField value={search} onChange={onSearch} onKeyDown={intoList} />
          </div>
          {!narrow &&
            deeds.map(({ key, label, icon, onSelect, busy = false }) => (
              <Button key={key} icon={icon} busy={busy} onClick={onSelect}>
                {label}
              </Button>
            ))}
          {!narrow && primary}
        </div>
      </header>
      {rows.isError && rows.list && (
        <Banner tone="danger" inset urgent action={<Button onClick={rows.retry}>{text('tryAgain')}</Button>}>
          {text('listFailed')}
        </Banner>
      )}
      <Body {...{ rows, searched, onSearch, empty, primary: narrow ? undefined : primary }}>{children}</Body>
      {narrow && primary && <footer className={styles.foot}>{primary}</footer>}
    </div>
  );
}

type BodyProps<R> = Pick<ListPageProps<R>, 'rows' | 'searched' | 'onSearch' | 'primary' | 'empty' | 'children'>;

function Body<R>({ rows, searched, onSearch, primary, empty, children }: BodyProps<R>) {
  const text = useMessages(commonMessages);
  if (rows.list && rows.list.slots.length > 0) return children;
  if (rows.isPrevious || (!rows.list && !rows.isError))
    return (
      <Card>
        <SkeletonRows />
      </Card>
    );
  if (!rows.list)
    return (
      <Card>
        <div role="alert">
          <EmptyState title={text('listFailed')} action={<Button onClick={rows.retry}>{text('tryAgain')}</Button>} />
        </div>
      </Card>
    );
  return (
    <Card>
      {searched === '' ? (
        <EmptyState icon={empty.icon} title={text('none')} body={empty.body} action={primary} />
      ) : (
        <EmptyState
          icon={empty.icon}
          title={text('nothingFound', { x: searched })}
          action={<Button onClick={() => onSearch('')}>{text('clearSearch')}</Button>}
        />
      )}
    </Card>
  );
}

function DeedsMenu({ deeds }: { deeds: readonly MenuItem[] }) {
  const text = useMessages(commonMessages);
  return (
    <span className={styles.more}>
      <Menu
        label={text('more')}
        trigger={(props) => (
          <IconButton {...props} label={text('more')}>
            <MoreIcon />
          </IconButton>
        )}
        items={deeds}
      />
    </span>
  );
}

/** From what was typed straight to what was found. */
function intoList(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[data-list] tr[tabindex="0"]')?.focus();
}
