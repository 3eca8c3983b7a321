import { useNavigate } from '../../platform/browser/navigation.ts';
import type { ScheduleContact } from './ContactChoice.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';

/** From a contact or a conversation. Once it is made, it is seen among the others. */
export function ScheduleForContact({ contact, onClose }: { contact: ScheduleContact; onClose: () => void }) {
  const navigate = useNavigate();
  return <ScheduleDialog contact={contact} onClose={onClose} onSaved={() => navigate('/schedules')} />;
}
