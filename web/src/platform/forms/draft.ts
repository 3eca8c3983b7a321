import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../api/api-error.ts';

export type FieldErrors = { [field: string]: string | undefined };
const submitDelay = 400;

type Fields = z.ZodType<unknown, Record<string, unknown>>;
export type Draft<S extends Fields> = ReturnType<typeof useDraft<S>>;

/** A form's unsaved values, checked by the same schema the server uses: on leaving a field, then on every change. */
export function useDraft<S extends Fields>(schema: S, initial: z.input<S>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [dirty, setDirty] = useState(false);
  const lastSubmit = useRef(0);
  /** Fields that were left or refused once: from then on each change is checked. */
  const watched = useRef(new Set<string>());
  const check = (candidate: z.input<S>) => fieldErrors(schema.safeParse(candidate).error);

  return {
    values,
    errors,
    dirty,
    set<K extends keyof z.input<S> & string>(key: K, value: z.input<S>[K]) {
      const next = { ...values, [key]: value };
      setValues((current) => ({ ...current, [key]: value }));
      setDirty(true);
      if (watched.current.has(key)) setErrors((current) => ({ ...current, [key]: check(next)[key] }));
    },
    /** On leaving a field. An untouched form complains of nothing. */
    leave(key: keyof z.input<S> & string) {
      if (!dirty) return;
      watched.current.add(key);
      setErrors((current) => ({ ...current, [key]: check(values)[key] }));
    },
    /** Fields the server refused, shown where they belong. False when the error was of another kind. */
    refuse(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.details.length === 0) return false;
      setErrors(Object.fromEntries(error.details.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
      return true;
    },
    reset(next: z.input<S> = initial) {
      setValues(next);
      watched.current.clear();
      setErrors({});
      setDirty(false);
    },
    onSubmit: (save: (input: z.output<S>) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      event.stopPropagation();
      // A double click must not save twice.
      if (event.timeStamp - lastSubmit.current < submitDelay && lastSubmit.current !== 0) return;
      const checked = schema.safeParse(values);
      if (checked.success) {
        lastSubmit.current = event.timeStamp;
        setErrors({});
        save(checked.data);
        return;
      }
      const refused = fieldErrors(checked.error);
      for (const key of Object.keys(refused)) watched.current.add(key);
      setErrors(refused);
      focusFirstInvalid(event.currentTarget);
    },
  };
}

/** The first complaint of each field. */
export function fieldErrors(error: z.ZodError | undefined): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

function focusFirstInvalid(form: HTMLFormElement): void {
  // The fields learn that they are invalid with the next rendering.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
