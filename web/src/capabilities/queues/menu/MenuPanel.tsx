import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlusIcon } from '../../../ui/icons/chat-icons.tsx';
import { AlertIcon, TreeIcon } from '../../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Menu.module.css';
import { MenuTree } from './MenuTree.tsx';
import { menuMessages } from './menu.messages.ts';
import type { Finding } from './menu-findings.ts';
import { newId, pathTo } from './menu-tree.ts';
import type { Menu } from './useMenu.ts';

/** The menu of a queue: its options, what is wrong with them, and how to add one. */
export function MenuPanel({ menu, findings }: { menu: Menu; findings: readonly Finding[] }) {
  const text = useMessages(menuMessages);
  const common = useMessages(commonMessages);
  const { list, tree, editing } = menu;
  if (list.isError && !list.data)
    return (
      <div role="alert">
        <EmptyState title={common('listFailed')} action={<Button onClick={() => void list.refetch()}>{common('tryAgain')}</Button>} />
      </div>
    );
  if (!list.data) return <SkeletonRows />;
  const isEmpty = tree.length === 0 && !editing;
  return (
    <div className={styles.panel}>
      {isEmpty ? (
        <EmptyState icon={<TreeIcon />} title={text('none')} body={text('noneBody')} />
      ) : (
        <p className={styles.help}>{text('keys')}</p>
      )}
      <MenuTree menu={menu} findings={findings} />
      {editing?.id !== null && (
        <div className={styles.add}>
          <Button icon={<PlusIcon size={16} />} onClick={() => void menu.add(null)}>
            {text('add')}
          </Button>
        </div>
      )}
      <Findings menu={menu} findings={findings} />
      <VisuallyHidden>
        <span role="status">{menu.said}</span>
      </VisuallyHidden>
      <RemoveOption menu={menu} />
    </div>
  );
}

function Findings({ menu, findings }: { menu: Menu; findings: readonly Finding[] }) {
  const text = useMessages(menuMessages);
  if (findings.length === 0) return null;
  return (
    <section className={styles.findings} aria-label={text('findings')}>
      <h3>
        <AlertIcon size={16} /> {text('findingsCount', { n: findings.length })}
      </h3>
      <ul>
        {findings.map(({ kind, id, title }) => {
          const option = id === null || id === newId ? undefined : pathTo(menu.tree, id)?.at(-1);
          const words = text(kind, { title: id === null ? text('wholeMenu') : title.trim() || text('untitled') });
          return (
            <li key={`${kind} ${id}`}>
              {option ? (
                <button type="button" onClick={() => void menu.edit(option)}>
                  {words}
                </button>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RemoveOption({ menu }: { menu: Menu }) {
  const text = useMessages(menuMessages);
  const common = useMessages(commonMessages);
  const { removing, setRemoving } = menu;
  if (!removing) return null;
  return (
    <ConfirmDialog
      title={common('deleteTitle', { name: removing.title })}
      body={removing.children.length > 0 ? text('removeWithChildren') : common('deleteBody')}
      confirm={common('delete')}
      danger
      onConfirm={() => {
        setRemoving(undefined);
        menu.remove(removing.id);
      }}
      onCancel={() => setRemoving(undefined)}
    />
  );
}
