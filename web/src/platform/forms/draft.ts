import type { ErrorCode } from '@prosa/contracts/errors';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';

export type FieldErrors = { [field: string]: string | undefined };
/** Every field has a value, where the schema would fill in what is missing. */
export type Filled<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
/** A field's props: spread them on `TextField`, `Select` and their like. */
export type Binding<T> = { value: T; error: string | undefined; onChange: (value: T) => void; onBlur: () => void };
/** At which field a refusal of the server is said. */
export type Places<V> = { [code in ErrorCode]?: keyof V & string };
const submitDelay = 400;

export type Fields = z.ZodType<unknown, Record<string, unknown>>;
export type Draft<S extends Fields, V extends z.input<S> = z.input<S>> = ReturnType<typeof useDraft<S, V>>;

/** A form's unsaved values, checked by the same schema the server uses: on leaving a field, then on every change. */
export function useDraft<S extends Fields, V extends z.input<S> = z.input<S>>(schema: S, initial: NoInfer<V>) {
  const { values, setValues, errors, setErrors, refused, setRefused, dirty, setDirty, watched } = useDraftState<V>(initial);
  const lastSubmit = useRef(0);
  const check = (candidate: V) => fieldErrors(schema.safeParse(candidate).error);
  const shown: FieldErrors = { ...refused, ...filled(errors) };

  const draft = {
    values,
    errors: shown,
    dirty,
    set<K extends keyof V & string>(key: K, value: V[K]) {
      const next = { ...values, [key]: value };
      setValues((current) => ({ ...current, [key]: value }));
      setDirty(true);
      // Who has typed since has not clicked twice.
      lastSubmit.current = 0;
      setRefused((current) => (current[key] === undefined ? current : { ...current, [key]: undefined }));
      if (watched.current.has(key)) setErrors((current) => ({ ...current, [key]: check(next)[key] }));
    },
    /** On leaving a field. An untouched form complains of nothing. */
    leave(key: keyof V & string) {
      if (!dirty) return;
      watched.current.add(key);
      setErrors((current) => ({ ...current, [key]: check(values)[key] }));
    },
    field<K extends keyof V & string>(key: K): Binding<V[K]> {
      return { value: values[key], error: shown[key], onChange: (value) => draft.set(key, value), onBlur: () => draft.leave(key) };
    },
    /** Fields the server refused, shown where they belong. False when the error was of another kind. */
    refuse(error: unknown): boolean {
      const told = refusedFields(error);
      if (told) setRefused(told);
      return told !== undefined;
    },
    /** Words about one field that only the server could know. */
    refuseField: (key: keyof V & string, words: string) => setRefused({ [key]: words }),
    reset(next: V = initial) {
      setValues(next);
      watched.current.clear();
      setErrors({});
      setRefused({});
      setDirty(false);
    },
    onSubmit: (save: (input: z.output<S>) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      event.stopPropagation();
      // A double click must not save twice.
      if (event.timeStamp - lastSubmit.current < submitDelay && lastSubmit.current !== 0) return;
      const checked = schema.safeParse(values);
      setRefused({});
      const wrong = fieldErrors(checked.error);
      setErrors(wrong);
      for (const key of Object.keys(wrong)) watched.current.add(key);
      if (!checked.success) return focusFirstInvalid(event.currentTarget);
      lastSubmit.current = event.timeStamp;
      save(checked.data);
    },
  };
  return draft;
}

function useDraftState<V>(initial: V) {
  const [values, setValues] = useState<V>(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** What the server said of a field, until the field is changed. */
  const [refused, setRefused] = useState<FieldErrors>({});
  const [dirty, setDirty] = useState(false);
  /** Fields that were left or refused once: from then on each change is checked. */
  const watched = useRef(new Set<string>());
  return { values, setValues, errors, setErrors, refused, setRefused, dirty, setDirty, watched };
}

/** The first complaint of each field. */
export function fieldErrors(error: z.ZodError | undefined): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

/** What the server says of single fields. */
function refusedFields(error: unknown): FieldErrors | undefined {
  if (!(error instanceof ApiError) || error.details.length === 0) return undefined;
  return Object.fromEntries(error.details.map(({ path, message }) => [path.replace(/^body\./, ''), message]));
}

const filled = (errors: FieldErrors): FieldErrors => Object.fromEntries(Object.entries(errors).filter(([, words]) => words !== undefined));

export function focusFirstInvalid(form: HTMLFormElement): void {
  // The fields learn that they are invalid with the next rendering.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
