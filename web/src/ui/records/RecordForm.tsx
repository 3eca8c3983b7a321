import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { type Draft, type Fields, type Places, useDraft } from '../../platform/forms/draft.ts';
import { type Records, useRecordChange } from '../../platform/lists/records.ts';
import { useStale } from '../../platform/live/stale.ts';
import { Banner } from '../Banner.tsx';
import { SaveButtons } from '../fields/SaveButtons.tsx';
import { StaleBanner } from '../lists/StaleBanner.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { useToast } from '../overlays/Toaster.tsx';
import styles from './RecordForm.module.css';
import { type RecordMessages, useRecordMessages } from './record-messages.ts';

type RecordFormProps<S extends Fields, V extends z.input<S>, E extends { id: number }, R extends E> = {
  records: Records<R>;
  messages: RecordMessages;
  /** What is edited; a new record without. */
  record: E | undefined;
  /** Instead of the words for adding or editing. */
  title?: string | undefined;
  wide?: boolean;
  /** What the fields must keep to: the contract's own schema, or one that extends it. */
  schema: S;
  /** What a new form begins with, and what the fields show of a record. */
  blank: V;
  valuesOf: (record: E) => V;
  save: (input: z.output<S>) => Promise<R>;
  /** Refusals of the server that belong to one field; `form` for those said above all fields. Others are said in passing. */
  refusals?: Places<V & { form: string }>;
  onClose: () => void;
  onSaved?: ((saved: R) => void) | undefined;
  children: (draft: Draft<S, V>) => ReactNode;
};

/**
 * The dialog that adds or edits one record: validation by the schema, refusals at their fields, the plan's limit, changes that
 * others make meanwhile, and no loss of what was typed. A screen gives its schema and its fields.
 */
export function RecordForm<S extends Fields, V extends z.input<S>, E extends { id: number }, R extends E>(
  props: RecordFormProps<S, V, E, R>,
) {
  const { records, messages, record, title, wide = false, schema, blank, valuesOf, onClose, onSaved, children } = props;
  const text = useRecordMessages(messages);
  const toast = useToast();
  const draft = useDraft<S, V>(schema, record ? valuesOf(record) : blank);
  const save = useMutation({ mutationFn: props.save, meta: { quiet: true } });
  const stale = useStale(draft, record && valuesOf(record), save.isPending);
  useRecordChange(records, record?.id, (now) => stale.hear(valuesOf(now)));
  const refusals: Places<V & { form: string }> = { ...(text('planLimit') && { ERR_PLAN_LIMIT: 'form' }), ...props.refusals };
  const submit = draft.onSubmit((input) =>
    save.mutate(input, {
      onSuccess: (saved) => {
        toast.success(text('saved'));
        onClose();
        onSaved?.(saved);
      },
      onError: (error) => {
        const place = placeOf(error, refusals);
        if (place === undefined && !draft.refuse(error)) {
          if (text('failed')) toast.error(text('failed'));
          else showError(error);
        }
        if (place !== undefined && place !== 'form') draft.refuseField(place, errorText(error));
      },
    }),
  );
  return (
    <Dialog
      {...{ wide, onClose }}
      title={title ?? text(record ? 'edit' : 'add')}
      dirty={draft.dirty}
      onSubmit={submit}
      footer={<SaveButtons busy={save.isPending} onCancel={onClose} />}
    >
      <div className={styles.form}>
        <StaleBanner stale={stale} />
        {placeOf(save.error, refusals) === 'form' && (
          <Banner tone="danger" inset urgent>
            {isPlanLimit(save.error) ? text('planLimit', { n: limitOf(save.error) ?? '' }) : errorText(save.error)}
          </Banner>
        )}
        {children(draft)}
      </div>
    </Dialog>
  );
}

function placeOf<P extends string>(error: unknown, places: { [code: string]: P | undefined }): P | undefined {
  return error instanceof ApiError ? places[error.code] : undefined;
}

const isPlanLimit = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT';
const Limit = z.object({ limit: z.number() });
const limitOf = ({ body }: ApiError) => Limit.safeParse(body).data?.limit;
