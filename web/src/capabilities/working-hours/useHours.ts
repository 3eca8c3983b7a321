import type { WorkingHours } from '@prosa/contracts/working-hours';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { hoursMessages } from './hours.messages.ts';
import { isWeek, weekOf } from './working-week.ts';

type Handlers = { save: (week: WorkingHours[]) => Promise<unknown>; onSaved?: () => void };

/** The hours of a company or a queue while they are being edited. */
export function useHours(schedules: readonly WorkingHours[], { save: mutationFn, onSaved }: Handlers) {
  const text = useMessages(hoursMessages);
  const toast = useToast();
  const [edited, setWeek] = useState<WorkingHours[]>();
  const stored = weekOf(schedules);
  const week = edited ?? stored;
  const [checked, setChecked] = useState(false);
  const save = useMutation({ mutationFn });
  /** Shows what is wrong with the hours; returns false when anything is. */
  const check = (): boolean => {
    setChecked(true);
    return isWeek(week);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!check()) return;
    save.mutate(week, {
      onSuccess: () => {
        toast.success(text('hoursSaved'));
        onSaved?.();
      },
    });
  };
  const dirty = JSON.stringify(week) !== JSON.stringify(stored);
  return { week, setWeek, checked, check, submit, dirty, busy: save.isPending };
}
