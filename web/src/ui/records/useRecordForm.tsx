import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { type Fields, type Places, useDraft } from '../../platform/forms/draft.ts';
import { type Records, useRecordChange } from '../../platform/lists/records.ts';
import { useStale } from '../../platform/live/stale.ts';
import { Banner } from '../Banner.tsx';
import { StaleBanner } from '../lists/StaleBanner.tsx';
import { useToast } from '../overlays/Toaster.tsx';
import { type RecordMessages, useRecordMessages } from './record-messages.ts';

export type RecordFormParts<S extends Fields, V extends z.input<S>, E extends { id: number }, R extends E> = {
  records: Records<R>;
  messages: RecordMessages;
  /** What is edited; a new record without. */
  record: E | undefined;
  /** What the fields must keep to: the contract's own schema, or one that extends it. */
  schema: S;
  /** What a new form begins with, and what the fields show of a record. */
  blank: V;
  valuesOf: (record: E) => V;
  save: (input: z.output<S>) => Promise<R>;
  /** Refusals of the server that belong to one field; `form` for those said above all fields. Others are said in passing. */
  refusals?: Places<V & { form: string }>;
};

/**
 * A form that adds or edits one record: validation by the schema, refusals at their fields, the plan's limit, changes that others make
 * meanwhile, and no loss of what was typed. `notices` are said above the fields.
 */
export function useRecordForm<S extends Fields, V extends z.input<S>, E extends { id: number }, R extends E>(
  props: RecordFormParts<S, V, E, R> & { onSaved: (saved: R, reset: (values: V) => void) => void },
) {
  const { records, record, schema, blank, valuesOf, onSaved } = props;
  const text = useRecordMessages(props.messages);
  const toast = useToast();
  const draft = useDraft<S, V>(schema, record ? valuesOf(record) : blank);
  const save = useMutation({ mutationFn: props.save, meta: { quiet: true } });
  const stale = useStale(draft, record && valuesOf(record), save.isPending);
  useRecordChange(records, record?.id, (now) => stale.hear(valuesOf(now)));
  const refusals: Places<V & { form: string }> = { ...(text('planLimit') && { ERR_PLAN_LIMIT: 'form' }), ...props.refusals };
  const sayFailed = (error: unknown) => (text('saveFailed') ? toast.error(text('saveFailed')) : showError(error));
  const submit = draft.onSubmit((input) =>
    save.mutate(input, {
      onSuccess: (saved) => {
        toast.success(text('saved'));
        onSaved(saved, draft.reset);
      },
      onError: (error) => {
        const place = placeOf(error, refusals);
        if (place === undefined && !draft.refuse(error)) sayFailed(error);
        if (place !== undefined && place !== 'form') draft.refuseField(place, errorText(error));
      },
    }),
  );
  const notices = (
    <>
      <StaleBanner stale={stale} />
      {placeOf(save.error, refusals) === 'form' && (
        <Banner tone="danger" inset urgent>
          {isPlanLimit(save.error) ? text('planLimit', { n: limitOf(save.error) ?? '' }) : errorText(save.error)}
        </Banner>
      )}
    </>
  );
  return { draft, submit, busy: save.isPending, notices };
}

function placeOf<P extends string>(error: unknown, places: { [code: string]: P | undefined }): P | undefined {
  return error instanceof ApiError ? places[error.code] : undefined;
}

const isPlanLimit = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'ERR_PLAN_LIMIT';
const Limit = z.object({ limit: z.number() });
const limitOf = ({ body }: ApiError) => Limit.safeParse(body).data?.limit;
