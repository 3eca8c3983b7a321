import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronRightIcon, PlusIcon } from '../../../ui/icons/chat-icons.tsx';
import { AlertIcon, ChevronDownIcon, MoreIcon, PencilIcon, TrashIcon } from '../../../ui/icons/icons.tsx';
import { Menu as PopMenu } from '../../../ui/overlays/Menu.tsx';
import styles from './Menu.module.css';
import { menuMessages } from './menu.messages.ts';
import type { Finding } from './menu-findings.ts';
import { childrenOf, type Direction, type Row, rowsOf } from './menu-tree.ts';
import { OptionEditor } from './OptionEditor.tsx';
import type { Menu } from './useMenu.ts';
import { type Drop, useTreeDrag } from './useTreeDrag.ts';
import { useTreeKeys } from './useTreeKeys.ts';

/** The options of a queue as a tree that is edited in place, by mouse, touch and keyboard. */
export function MenuTree({ menu, findings }: { menu: Menu; findings: readonly Finding[] }) {
  const text = useMessages(menuMessages);
  const list = useRef<HTMLDivElement>(null);
  const focusOn = useTreeFocus(menu, list);
  const onKeyDown = useTreeKeys(menu, focusOn);
  const drag = useTreeDrag(menu);
  const rows = rowsOf(menu.tree, menu.folded);
  const entry = rows.some(({ option }) => option.id === menu.focused) ? menu.focused : rows[0]?.option.id;
  const { editing } = menu;
  const isNew = editing?.id === null;
  const editorAfter = isNew ? lastRowBelow(rows, editing.parentId) : undefined;
  return (
    <>
      {rows.length > 0 && (
        <div ref={list} role="tree" aria-label={text('options')} className={styles.tree} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <TreeRow
              key={row.option.id}
              {...{ menu, row }}
              isEntry={row.option.id === entry}
              isWrong={findings.some(({ id }) => id === row.option.id)}
              drop={drag.drop?.id === row.option.id ? drag.drop.zone : undefined}
              isDragged={drag.dragged === row.option.id}
              handle={<span aria-hidden="true" className={styles.handle} {...drag.handleOf(row.option.id)} />}
            >
              {editing?.id === row.option.id && <OptionEditor menu={menu} editing={editing} />}
              {isNew && editorAfter === row.option.id && <OptionEditor menu={menu} editing={editing} />}
            </TreeRow>
          ))}
        </div>
      )}
      {isNew && editorAfter === undefined && <OptionEditor menu={menu} editing={editing} />}
    </>
  );
}

/** A new option is typed where it will stand: below the last that is seen of its siblings, or below its parent. */
function lastRowBelow(rows: readonly Row[], parentId: number | null): number | undefined {
  if (parentId === null) return undefined;
  const at = rows.findIndex(({ option }) => option.id === parentId);
  const level = rows[at]?.level ?? 0;
  const end = rows.findIndex((row, index) => index > at && row.level <= level);
  return rows[(end < 0 ? rows.length : end) - 1]?.option.id;
}

/** The keyboard stays with the option that it moved, added or edited. */
function useTreeFocus(menu: Menu, list: { current: HTMLDivElement | null }) {
  const { focused, editing, said } = menu;
  const isEditing = editing !== undefined;
  const wasEditing = useRef(false);
  const itemOf = (id: number) => list.current?.querySelector<HTMLElement>(`[data-item="${id}"]`);
  const settle = useEffectEvent(() => {
    const hasFocus = list.current?.contains(document.activeElement) || document.activeElement === document.body;
    const closed = wasEditing.current && !isEditing;
    wasEditing.current = isEditing;
    if (focused !== null && !isEditing && (closed || hasFocus)) itemOf(focused)?.focus();
  });
  // What was said tells that something was done with the option.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => settle(), [focused, isEditing, said]);
  return (id: number) => {
    menu.setFocused(id);
    itemOf(id)?.focus();
  };
}

type TreeRowProps = {
  menu: Menu;
  row: Row;
  isEntry: boolean;
  isWrong: boolean;
  drop: Drop['zone'] | undefined;
  isDragged: boolean;
  handle: ReactNode;
  children: ReactNode;
};

function TreeRow({ menu, row, isEntry, isWrong, drop, isDragged, handle, children }: TreeRowProps) {
  const text = useMessages(menuMessages);
  const { option, level, index, size, isOpen } = row;
  const hasBelow = option.children.length > 0;
  const name = `${option.option}. ${option.title}`;
  const label = [name, option.type === 'bill' && text('bill'), isWrong && text('hasFinding')].filter(Boolean).join(', ');
  return (
    <div
      role="treeitem"
      aria-label={label}
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={size}
      aria-expanded={hasBelow ? isOpen : undefined}
      aria-selected={isEntry}
      tabIndex={isEntry ? 0 : -1}
      data-item={option.id}
      className={styles.item}
      style={indented(level - 1)}
      onFocus={(event) => event.target === event.currentTarget && menu.setFocused(option.id)}
    >
      <div className={classes(styles.row, isDragged && styles.dragged)} data-row={option.id} data-drop={drop}>
        {handle}
        <FoldButton menu={menu} row={row} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on the words is a click on the item */}
        <span className={styles.title} onClick={() => void menu.edit(option)}>
          <span className={styles.words} title={option.title}>
            <span className={styles.number}>{option.option}.</span> {option.title}
          </span>
          {option.type === 'bill' && <span className={styles.mark}>{text('bill')}</span>}
        </span>
        {isWrong && (
          <span className={styles.warning} title={text('hasFinding')}>
            <AlertIcon size={16} />
          </span>
        )}
        <RowButtons menu={menu} row={row} tabIndex={isEntry ? 0 : -1} />
      </div>
      {children}
    </div>
  );
}

const indented = (levels: number): CSSProperties & { '--level': number } => ({ '--level': levels });

function FoldButton({ menu, row: { option, isOpen } }: { menu: Menu; row: Row }) {
  if (option.children.length === 0) return <span className={styles.noFold} />;
  return (
    // The item itself says whether it is open, and opens by the arrows.
    <span
      aria-hidden="true"
      className={styles.fold}
      onClick={() => menu.setFolded((now) => new Set(isOpen ? [...now, option.id] : [...now].filter((other) => other !== option.id)))}
    >
      {isOpen ? <ChevronDownIcon size={16} /> : <ChevronRightIcon size={16} />}
    </span>
  );
}

function RowButtons({ menu, row, tabIndex }: { menu: Menu; row: Row; tabIndex: number }) {
  const text = useMessages(menuMessages);
  const { option, index, level } = row;
  const { title } = option;
  const size = childrenOf(menu.tree, option.parentId).length;
  const step = (direction: Direction, disabled: boolean) => ({
    key: direction,
    label: text(direction),
    disabled,
    onSelect: () => menu.step(option.id, direction),
  });
  return (
    <span className={styles.buttons}>
      <IconButton label={text('addBelow', { title })} tabIndex={tabIndex} onClick={() => void menu.add(option.id)}>
        <PlusIcon size={16} />
      </IconButton>
      <IconButton label={text('editNamed', { title })} tabIndex={tabIndex} onClick={() => void menu.edit(option)}>
        <PencilIcon size={16} />
      </IconButton>
      <PopMenu
        label={text('moreOf', { title })}
        trigger={(props) => (
          <IconButton {...props} label={text('moreOf', { title })} tabIndex={tabIndex}>
            <MoreIcon size={16} />
          </IconButton>
        )}
        items={[
          step('up', index === 0),
          step('down', index === size - 1),
          step('in', index === 0),
          step('out', level === 1),
          { key: 'remove', label: text('remove'), icon: <TrashIcon size={16} />, danger: true, onSelect: () => menu.setRemoving(option) },
        ]}
      />
    </span>
  );
}
