import type { Company } from '@prosa/contracts/companies';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { useSaveHours } from './companies.data.ts';
import { hoursMessages } from './hours.messages.ts';
import { isTime, mergeWeek, weekOf } from './working-week.ts';

/** The hours of one company while they are being edited. */
export function useHours({ id, schedules }: Pick<Company, 'id' | 'schedules'>, onSaved: () => void) {
  const text = useMessages(hoursMessages);
  const toast = useToast();
  const [week, setWeek] = useState(() => weekOf(schedules));
  const [checked, setChecked] = useState(false);
  const save = useMutation({ mutationFn: useSaveHours(id) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!week.every(({ startTime, endTime }) => isTime(startTime) && isTime(endTime))) return;
    save.mutate(mergeWeek(schedules, week), {
      onSuccess: () => {
        toast.success(text('hoursSaved'));
        onSaved();
      },
    });
  };
  const dirty = JSON.stringify(week) !== JSON.stringify(weekOf(schedules));
  return { week, setWeek, checked, submit, dirty, busy: save.isPending };
}
