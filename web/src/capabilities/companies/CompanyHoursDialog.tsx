import type { Company } from '@prosa/contracts/companies';
import { useQueryClient } from '@tanstack/react-query';
import { useMessages } from '../../platform/language/messages.ts';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { HoursFields } from '../working-hours/HoursFields.tsx';
import { hoursMessages } from '../working-hours/hours.messages.ts';
import { useHours } from '../working-hours/useHours.ts';
import { companies, useSaveHours } from './companies.data.ts';

/** The working hours of any company, for super users. */
export function CompanyHoursDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const text = useMessages(hoursMessages);
  const queryClient = useQueryClient();
  const onSaved = () => {
    void queryClient.invalidateQueries({ queryKey: companies.key });
    onClose();
  };
  const hours = useHours(company.schedules, { save: useSaveHours(company.id), onSaved });
  return (
    <Dialog
      title={text('hoursOf', { name: company.name })}
      dirty={hours.dirty}
      onClose={onClose}
      onSubmit={hours.submit}
      footer={<SaveButtons busy={hours.busy} />}
    >
      <HoursFields week={hours.week} onChange={hours.setWeek} checked={hours.checked} />
    </Dialog>
  );
}
