import type { Holiday } from '@prosa/contracts/holidays';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './Holidays.module.css';
import { HolidayForm, useSaveHoliday } from './holidays.data.ts';
import { holidaysMessages } from './holidays.messages.ts';

type HolidayDialogProps = { holiday: Holiday | undefined; onClose: () => void; onSaved: (saved: Holiday) => void };

export function HolidayDialog({ holiday, onClose, onSaved }: HolidayDialogProps) {
  const text = useMessages(holidaysMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const save = useSaveHoliday();
  const draft = useDraft(HolidayForm, { date: holiday?.date ?? '', name: holiday?.name ?? '' });
  const submit = draft.onSubmit((input) =>
    save.mutate(
      { id: holiday?.id, ...input },
      {
        onSuccess: (saved) => {
          toast.success(common('done'));
          onClose();
          onSaved(saved);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'ERR_HOLIDAY_ALREADY_EXISTS') draft.refuseField('date', errorText(error));
          else if (!draft.refuse(error)) showError(error);
        },
      },
    ),
  );
  return (
    <Dialog
      title={text(holiday ? 'edit' : 'add')}
      onClose={onClose}
      dirty={draft.dirty}
      onSubmit={submit}
      footer={<SaveButtons busy={save.isPending} />}
    >
      <div className={styles.form}>
        <DateField label={text('date')} {...draft.field('date')} />
        <TextField label={common('name')} autoComplete="off" maxLength={100} {...draft.field('name')} />
      </div>
    </Dialog>
  );
}
