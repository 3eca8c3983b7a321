import type { KeyboardEvent, ReactNode } from 'react';
import { errorText } from '../../platform/api/errors.ts';
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

/** Something to do on a page besides its main action. */
export type PageAction = MenuItem & { busy?: boolean };
type Search = {
  typed: string;
  /** What the rows shown were searched by: what is typed, once the typing has rested. */
  settled: string;
  onType: (typed: string) => void;
};
type ListPageProps<R> = {
  title: string;
  rows: LongListView<R>;
  /** Without, the list can not be searched. */
  search?: Search | undefined;
  /** The main action of the page: last in the header, at the foot of a narrow screen, and the way out of an empty list. */
  primary?: ReactNode;
  /** Further actions: buttons, or one menu on a narrow screen. */
  actions?: readonly PageAction[] | undefined;
  /** Where the page belongs, above its title. */
  above?: ReactNode;
  /** What is said of all of it, between the header and the list. */
  summary?: ReactNode;
  empty: { icon: ReactNode; title?: string | undefined; body: string };
  /** The table. */
  children: ReactNode;
};

/** The page of a list: title, count, search and actions above; the list, or why there is none, below. */
export function ListPage<R>({ title, above, rows, search, primary, actions = [], summary, empty, children }: ListPageProps<R>) {
  const text = useMessages(commonMessages);
  const narrow = useMedia(narrowScreen);
  const count = rows.list?.slots.length;
  return (
    <div className={styles.page}>
      {above}
      <header className={styles.header}>
        <h1>{title}</h1>
        <span className={styles.count} role="status">
          {rows.isPrevious ? '' : count}
        </span>
        {narrow && actions.length > 0 && <ActionsMenu actions={actions} />}
        <div className={styles.actions}>
          {search && (
            <div className={styles.search}>
              <SearchField value={search.typed} onChange={search.onType} onKeyDown={intoList} />
            </div>
          )}
          {!narrow &&
            actions.map(({ key, label, icon, onSelect, busy = false }) => (
              <Button key={key} icon={icon} busy={busy} onClick={onSelect}>
                {label}
              </Button>
            ))}
          {!narrow && primary}
        </div>
      </header>
      {summary}
      {rows.isError && rows.list && (
        <Banner tone="danger" inset urgent action={<Button onClick={rows.retry}>{text('tryAgain')}</Button>}>
          {text('listFailed')} {rows.error && errorText(rows.error)}
        </Banner>
      )}
      <Body {...{ rows, search, empty, primary: narrow ? undefined : primary }}>{children}</Body>
      {narrow && primary && <footer className={styles.foot}>{primary}</footer>}
    </div>
  );
}

type BodyProps<R> = Pick<ListPageProps<R>, 'rows' | 'search' | 'primary' | 'empty' | 'children'>;

function Body<R>({ rows, search, primary, empty, children }: BodyProps<R>) {
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
          <EmptyState
            title={text('listFailed')}
            body={rows.error && errorText(rows.error)}
            action={<Button onClick={rows.retry}>{text('tryAgain')}</Button>}
          />
        </div>
      </Card>
    );
  return (
    <Card>
      {search && search.settled !== '' ? (
        <EmptyState
          icon={empty.icon}
          title={text('nothingFound', { x: search.settled })}
          action={<Button onClick={() => search.onType('')}>{text('clearSearch')}</Button>}
        />
      ) : (
        <EmptyState icon={empty.icon} title={empty.title ?? text('none')} body={empty.body} action={primary} />
      )}
    </Card>
  );
}

function ActionsMenu({ actions }: { actions: readonly MenuItem[] }) {
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
        items={actions}
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
