import type { Schedule } from '@prosa/contracts/schedules';
import { formatTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PlusIcon } from '../../ui/icons/chat-icons.tsx';
import { TrashIcon } from '../../ui/icons/icons.tsx';
import { useDayName } from './day-names.ts';
import { SchedulePill } from './SchedulePill.tsx';
import styles from './Schedules.module.css';
import { cutBody } from './schedule-text.ts';
import { schedulesMessages } from './schedules.messages.ts';

type DayPanelProps = {
  day: string;
  list: readonly Schedule[];
  onAdd: () => void;
  onOpen: (schedule: Schedule) => void;
  onRemove: (schedule: Schedule) => void;
};

/** All of one day, in the order of their times. */
export function DayPanel({ day, list, onAdd, onOpen, onRemove }: DayPanelProps) {
  const text = useMessages(schedulesMessages);
  const name = useDayName()(day);
  return (
    <section className={styles.panel} aria-label={name}>
      <h3>{name}</h3>
      {list.length === 0 && <p>{text('noneOnDay')}</p>}
      <ul>
        {list.map((schedule) => (
          <li key={schedule.id}>
            <button type="button" className={styles.item} title={schedule.body} onClick={() => onOpen(schedule)}>
              <span className={styles.itemHead}>
                <time dateTime={schedule.sendAt}>{formatTime(schedule.sendAt)}</time>
                <b title={schedule.contact.name}>{schedule.contact.name}</b>
              </span>
              <span className={styles.itemBody}>{cutBody(schedule.body)}</span>
              <SchedulePill status={schedule.status} />
            </button>
            <IconButton label={text('removeNamed', { name: schedule.contact.name })} onClick={() => onRemove(schedule)}>
              <TrashIcon size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button icon={<PlusIcon size={16} />} onClick={onAdd}>
        {text('addOnDay')}
      </Button>
    </section>
  );
}
