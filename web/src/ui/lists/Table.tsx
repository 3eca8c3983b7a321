import type { Key, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Table.module.css';

export type Column<R> = {
  key: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** Buttons: on a narrow screen they take the foot of the card, or its corner when they are one menu. */
  actions?: boolean | 'corner';
  /** On a narrow screen: the head of the card, without its label. */
  leads?: boolean;
  align?: 'start' | 'end';
  width?: number | string;
};
type TableProps<R> = {
  /** What the table is, for who can not see it. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => Key;
  /** A colour or mark of a whole row. */
  rowTone?: (row: R) => 'yellow' | 'orange' | 'red' | undefined;
};

/** A real table; under 600 px each row becomes a card of label and value. */
export function Table<R>({ caption, columns, rows, rowKey, rowTone }: TableProps<R>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={styles[column.align ?? 'start']} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={styles[rowTone?.(row) ?? 'plain']}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.header}
                  className={classes(
                    styles[column.align ?? 'start'],
                    column.actions && styles[column.actions === 'corner' ? 'corner' : 'actions'],
                    column.leads && styles.leads,
                  )}
                >
                  {column.actions ? (
                    <span className={styles.buttons}>{column.cell(row)}</span>
                  ) : (
                    <span className={styles.value}>{column.cell(row)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
