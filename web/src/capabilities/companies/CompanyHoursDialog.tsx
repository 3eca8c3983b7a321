import type { Company } from '@prosa/contracts/companies';
import { useQueryClient } from '@tanstack/react-query';
import { useMessages } from '../../platform/language/messages.ts';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { companies } from './companies.data.ts';
import { HoursFields } from './HoursFields.tsx';
import { hoursMessages } from './hours.messages.ts';
import { useHours } from './useHours.ts';

/** The working hours of any company, for super users. */
export function CompanyHoursDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const text = useMessages(hoursMessages);
  const queryClient = useQueryClient();
  const hours = useHours(company, () => {
    void queryClient.invalidateQueries({ queryKey: companies.key });
    onClose();
  });
  return (
    <Dialog
      title={text('hoursOf', { name: company.name })}
      dirty={hours.dirty}
      onClose={onClose}
      onSubmit={hours.submit}
      footer={<SaveButtons busy={hours.busy} onCancel={onClose} />}
    >
      <HoursFields week={hours.week} onChange={hours.setWeek} checked={hours.checked} />
    </Dialog>
  );
}
