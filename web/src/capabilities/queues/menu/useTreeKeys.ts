import type { KeyboardEvent } from 'react';
import { type Direction, pathTo, type Row, rowsOf } from './menu-tree.ts';
import type { Menu } from './useMenu.ts';

const directions: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** The keys of a tree, as the WAI-ARIA pattern has them; with Alt the arrows move the option itself. */
export function useTreeKeys(menu: Menu, focusOn: (id: number) => void) {
  const rows = rowsOf(menu.tree, menu.folded);
  const fold = ({ option: { id } }: Row, isFolded: boolean) =>
    menu.setFolded((now) => new Set(isFolded ? [...now, id] : [...now].filter((other) => other !== id)));

  const walk = (key: string, row: Row, at: number): Row | undefined => {
    if (key === 'ArrowDown') return rows[at + 1];
    if (key === 'ArrowUp') return rows[at - 1];
    if (key === 'Home') return rows[0];
    if (key === 'End') return rows.at(-1);
    if (key === 'ArrowRight' && row.isOpen) return rows[at + 1];
    if (key === 'ArrowLeft' && !row.isOpen) {
      const above = pathTo(menu.tree, row.option.id)?.at(-2)?.id;
      return rows.find(({ option }) => option.id === above);
    }
    return undefined;
  };
  const act = (key: string, row: Row): boolean => {
    const { option, isOpen } = row;
    const hasBelow = option.children.length > 0;
    if (key === 'Enter' || key === 'F2') void menu.edit(option);
    else if (key === 'Delete') menu.setRemoving(option);
    else if (key === 'ArrowRight' && hasBelow && !isOpen) fold(row, false);
    else if (key === 'ArrowLeft' && isOpen) fold(row, true);
    else return false;
    return true;
  };
  /** A letter leads to the next title that begins with it. */
  const jump = (key: string, at: number): Row | undefined => {
    if (key.length !== 1 || key === ' ') return undefined;
    const after = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
    return after.find(({ option }) => option.title.toLowerCase().startsWith(key.toLowerCase()));
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    // What is typed in a field, or pressed on a button, is not for the tree.
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'treeitem' || ctrlKey || metaKey) return;
    const at = rows.findIndex(({ option }) => option.id === menu.focused);
    const row = rows[Math.max(at, 0)];
    if (!row) return;
    const direction = directions[key];
    const next = altKey ? undefined : (walk(key, row, Math.max(at, 0)) ?? jump(key, Math.max(at, 0)));
    if (altKey && direction) menu.step(row.option.id, direction);
    else if (next) focusOn(next.option.id);
    else if (altKey || !act(key, row)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
