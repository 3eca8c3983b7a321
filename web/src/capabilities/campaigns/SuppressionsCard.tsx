import { useState } from 'react';
import { showError } from '../../platform/api/errors.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useRecordList } from '../../platform/lists/records.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrashIcon } from '../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { Card } from '../../ui/page/Page.tsx';
import styles from './CampaignsConfig.module.css';
import { type SuppressionRow, suppress, suppressions } from './campaign-settings.data.ts';
import { configMessages } from './campaigns-config.messages.ts';

/** Lists the numbers that no campaign reaches, the latest first. Only the end of each number is known. */
export function SuppressionsCard() {
  const text = useMessages(configMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const rows = useRecordList(suppressions, '');
  const [number, setNumber] = useState('');
  const [leaving, setLeaving] = useState<SuppressionRow>();
  const letGo = useRelease((id) => rows.tell({ gone: id }));
  const release = (row: SuppressionRow) => {
    setLeaving(undefined);
    return letGo(row.id);
  };
  const add = async () => {
    try {
      const row = await suppress(number);
      rows.tell({ row, isNew: !rows.list?.slots.some((slot) => slot?.id === row.id) });
      setNumber('');
      toast.success(common('done'));
    } catch (error) {
      showError(error);
    }
  };
  const slots = rows.list?.slots ?? [];
  const shown = slots.flatMap((slot) => slot ?? []);
  const nextMissing = slots.indexOf(undefined);
  return (
    <section className={styles.section} aria-labelledby="campaign-suppressions">
      <h2 id="campaign-suppressions">{text('suppressions')}</h2>
      <Card>
        <div className={styles.inside}>
          <AddNumber {...{ number, setNumber, add }} />
          {shown.length > 0 && <Numbers rows={shown} onRelease={setLeaving} />}
          {nextMissing > 0 && <Button onClick={() => rows.want(0, nextMissing)}>{text('loadMore')}</Button>}
          <p className={styles.hint}>{text('suppressionsHint')}</p>
        </div>
      </Card>
      {leaving && (
        <ConfirmDialog
          title={text('releaseTitle', { number: leaving.number })}
          body={text('releaseBody')}
          confirm={text('release')}
          danger
          onConfirm={() => void release(leaving)}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

function Numbers({ rows, onRelease }: { rows: SuppressionRow[]; onRelease: (row: SuppressionRow) => void }) {
  const text = useMessages(configMessages);
  return (
    <ul className={styles.numbers} aria-label={text('suppressions')}>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            {row.number}
            <p className={styles.hint}>{`${text(row.source)} · ${formatDateTime(row.createdAt)}`}</p>
          </div>
          <IconButton label={text('releaseNamed', { number: row.number })} onClick={() => onRelease(row)}>
            <TrashIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

type AddNumberProps = { number: string; setNumber: (number: string) => void; add: () => Promise<void> };

function AddNumber({ number, setNumber, add }: AddNumberProps) {
  const common = useMessages(commonMessages);
  return (
    <form
      className={styles.adding}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField label={common('number')} inputMode="tel" autoComplete="off" maxLength={50} value={number} onChange={setNumber} />
      <Button type="submit" disabled={number.replace(/\D/g, '').length < 8}>
        {common('add')}
      </Button>
    </form>
  );
}

/** Takes a number off the list. */
function useRelease(onGone: (id: number) => void) {
  const common = useMessages(commonMessages);
  const toast = useToast();
  return async (id: number) => {
    try {
      await suppressions.remove?.(id);
      onGone(id);
      toast.success(common('done'));
    } catch (error) {
      showError(error);
    }
  };
}
