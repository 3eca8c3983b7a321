import { type ReactNode, useState } from 'react';
import { showError } from '../../platform/api/errors.ts';
import { isFreeKey, useKeys } from '../../platform/browser/shortcuts.ts';
import { useDebounced } from '../../platform/forms/debounce.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { type Language, useMessages } from '../../platform/language/messages.ts';
import { type Records, useRecordList, useRemoveRecord } from '../../platform/lists/records.ts';
import { PencilIcon, TrashIcon } from '../icons/icons.tsx';
import { ListPage, type PageAction } from '../lists/ListPage.tsx';
import { type ListColumn, ListTable, type RowTone } from '../lists/ListTable.tsx';
import type { RowAction } from '../lists/RowActions.tsx';
import { RemoveDialog, type TypedConfirmation } from '../overlays/RemoveDialog.tsx';
import { type PlanLimit, PlanLimitNote, useAddButton, useReachedLimit } from './PlanLimit.tsx';
import { type RecordMessages, useRecordMessages } from './record-messages.ts';

/** Opens a dialog over the page; it is handed what closes it. */
export type Show = (dialog: (close: () => void) => ReactNode) => void;
type Row = { id: number; name?: string };
type FormHandlers<R> = { onClose: () => void; onSaved: (row: R) => void };

type RecordsPageProps<R extends Row> = {
  /** Where the records come from and what live events say of them. */
  records: Records<R>;
  messages: RecordMessages & Record<Language, { title: string; noneBody: string }>;
  /** Shown where there is nothing. */
  icon: ReactNode;
  columns: readonly ListColumn<R>[] | ((show: Show) => readonly ListColumn<R>[]);
  /** The dialog that adds a record, or edits the one given. Without it, and without actions, rows can only be read. */
  form?: (record: R | undefined, handlers: FormHandlers<R>) => ReactNode;
  mayAdd?: boolean;
  /** Where the plan says how many there may be. */
  planLimit?: PlanLimit | undefined;
  mayEdit?: boolean | ((row: R) => boolean);
  mayRemove?: boolean | ((row: R) => boolean);
  /** What removing one does, where that differs from record to record. */
  removeBody?: ((row: R) => ReactNode) | undefined;
  /** The text that must be typed before a record is removed. */
  removeTyped?: (row: R) => TypedConfirmation;
  /** A click on a row edits it. */
  opensByClick?: boolean;
  /** What a click on a row does instead of editing it. */
  onOpen?: ((row: R) => void) | undefined;
  /** What else can be done with a record, before editing and removing it. */
  rowActions?: (row: R, show: Show) => readonly RowAction[];
  rowTone?: (row: R) => RowTone | undefined;
  /** Instead of the title among the texts. */
  title?: string | undefined;
  /** Where the page belongs, above its title. */
  above?: ReactNode;
  /** What is said of all records together, above them. */
  summary?: ReactNode;
  /** What else can be done on the page. */
  pageActions?: (show: Show) => readonly PageAction[];
  onAdded?: (row: R, show: Show) => void;
};

/** The button that adds, and above the list why it does not where the plan has no room for more. */
function useAdding(
  reached: ReturnType<typeof useReachedLimit>,
  text: ReturnType<typeof useRecordMessages>,
  mayAdd: boolean,
  openForm: () => void,
) {
  const reason = text('planLimit', { n: reached?.limit ?? '' });
  const { add, button, noteId } = useAddButton({ label: text('add'), reached: reached !== undefined, reason, onAdd: () => openForm() });
  useAddByKey(mayAdd, add);
  return {
    button: mayAdd && button,
    note: mayAdd && reached && <PlanLimitNote id={noteId} reason={reason} wayOut={reached.wayOut} />,
  };
}

/**
 * A plain admin screen: a table with search, paging, live rows, cards on a phone, adding, editing and removing, and what there is
 * to say when it is empty, found nothing or can not be loaded. A screen gives its columns, its form and its texts.
 */
export function RecordsPage<R extends Row>(props: RecordsPageProps<R>) {
  const { records, messages, icon, columns, form, mayAdd = form !== undefined, mayEdit = form !== undefined, onAdded } = props;
  const text = useRecordMessages(messages);
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed.trim().toLowerCase());
  const rows = useRecordList(records, settled);
  const [dialog, setDialog] = useState<ReactNode>();
  const close = () => setDialog(undefined);
  const show: Show = (render) => setDialog(render(close));
  const openForm = (record?: R) => {
    const isNew = record === undefined;
    const onSaved = (row: R) => {
      rows.tell({ row, isNew });
      if (isNew) onAdded?.(row, show);
    };
    show(() => form?.(record, { onClose: close, onSaved }));
  };
  const actions = useRowActions(props, {
    show,
    openForm,
    onRemoved: (gone) => rows.tell({ gone }),
    onRestored: (row) => rows.tell({ row, isNew: true }),
  });
  const adding = useAdding(useReachedLimit(props.planLimit, rows, settled !== ''), text, mayAdd, openForm);
  return (
    <>
      <ListPage
        rows={rows}
        title={props.title ?? text('title')}
        above={props.above}
        search={records.isFound && { typed, settled, onType: setTyped }}
        primary={adding.button}
        actions={props.pageActions?.(show)}
        summary={
          <>
            {adding.note}
            {props.summary}
          </>
        }
        empty={{ icon, title: text('none'), body: text('noneBody') }}
      >
        <ListTable
          {...{ rows, actions }}
          rowTone={props.rowTone}
          columns={typeof columns === 'function' ? columns(show) : columns}
          caption={props.title ?? text('title')}
          onOpen={
            props.onOpen ?? (mayEdit !== false && props.opensByClick !== false ? (row) => allows(mayEdit, row) && openForm(row) : undefined)
          }
          onRowKey={(key, row) =>
            actions?.(row)
              .find(({ letter }) => letter === key)
              ?.onSelect()
          }
        />
      </ListPage>
      {dialog}
    </>
  );
}

const allows = <R,>(may: boolean | ((row: R) => boolean), row: R): boolean => (typeof may === 'function' ? may(row) : may);

/** N adds. */
function useAddByKey(mayAdd: boolean, add: () => void): void {
  useKeys((event) => {
    if (!mayAdd || event.key.toLowerCase() !== 'n' || !isFreeKey(event)) return;
    event.preventDefault();
    add();
  });
}

type Hands<R> = { show: Show; openForm: (row: R) => void; onRemoved: (id: number) => void; onRestored: (row: R) => void };

function useRowActions<R extends Row>(props: RecordsPageProps<R>, { show, openForm, ...told }: Hands<R>) {
  const { records, messages, form, mayEdit = form !== undefined, mayRemove = records.remove !== undefined, rowActions } = props;
  const text = useRecordMessages(messages);
  const common = useMessages(commonMessages);
  if (mayEdit === false && mayRemove === false && !rowActions) return undefined;
  return (row: R): RowAction[] => {
    const { name = '' } = row;
    const editing: RowAction = {
      key: 'edit',
      label: text('editNamed', { name }),
      short: common('edit'),
      icon: <PencilIcon />,
      onSelect: () => openForm(row),
    };
    const removing: RowAction = {
      key: 'remove',
      label: text('removeNamed', { name }),
      short: common('delete'),
      icon: <TrashIcon />,
      danger: true,
      onSelect: () =>
        show((close) => (
          <RemoveRecord
            {...{ records, messages, row, ...told }}
            body={props.removeBody?.(row)}
            typed={props.removeTyped?.(row)}
            onClose={close}
          />
        )),
    };
    return [...(rowActions?.(row, show) ?? []), ...(allows(mayEdit, row) ? [editing] : []), ...(allows(mayRemove, row) ? [removing] : [])];
  };
}

type RemoveRecordProps<R extends Row> = Pick<RecordsPageProps<R>, 'records' | 'messages'> & {
  row: R;
  body: ReactNode;
  typed: TypedConfirmation | undefined;
  onRemoved: (id: number) => void;
  onRestored: (row: R) => void;
  onClose: () => void;
};

function RemoveRecord<R extends Row>(props: RemoveRecordProps<R>) {
  const { records, messages, row, body, typed, onRemoved, onRestored, onClose } = props;
  const { id, name = '' } = row;
  const text = useRecordMessages(messages);
  const remove = useRemoveRecord(records, row, onRemoved);
  const { restore } = records;
  return (
    <RemoveDialog
      {...{ id, remove, typed, onClose }}
      onUndo={restore && (() => void restore(id).then(onRestored, showError))}
      title={text('removeTitle', { name })}
      body={body ?? text('removeBody')}
      removed={text('removed')}
    />
  );
}
