import type { Schedule, ScheduleStatus } from '@prosa/contracts/schedules';
import { errorText } from '../../platform/api/errors.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import styles from './Schedules.module.css';
import { schedulesMessages } from './schedules.messages.ts';

const tones: Record<ScheduleStatus, StatusTone> = { PENDENTE: 'info', ENVIADA: 'success', ERRO: 'danger' };

export function SchedulePill({ status }: { status: ScheduleStatus }) {
  const text = useMessages(schedulesMessages);
  return <StatusPill tone={tones[status]}>{text(status)}</StatusPill>;
}

/** How it stands with a schedule, with the reason where it was not sent. */
export function ScheduleState({ schedule: { status, reason } }: { schedule: Schedule }) {
  const words = reason === null ? undefined : errorText(reason);
  return (
    <span className={styles.state} title={words}>
      <SchedulePill status={status} />
      {words && <small>{words}</small>}
    </span>
  );
}
