import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import styles from './QueueFilter.module.css';
import { queuesMessages } from './queues.messages.ts';

type QueueFilterProps = {
  queues: readonly { id: number; name: string; color: string }[];
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
};

export function QueueFilter({ queues, chosen, onChoose }: QueueFilterProps) {
  const text = useMessages(queuesMessages);
  const toggle = (id: number, on: boolean) =>
    onChoose(queues.map((queue) => queue.id).filter((other) => (other === id ? on : chosen.includes(other))));
  const all = chosen.length === queues.length;
  return (
    <Popover
      label={text('queues')}
      trigger={(props) => (
        <Button {...props}>
          {text('queuesCount', { n: chosen.length })}
          <ChevronDownIcon size={14} />
        </Button>
      )}
    >
      {queues.length === 0 ? (
        <p className={styles.noQueues}>{text('noQueues')}</p>
      ) : (
        <div className={styles.queues}>
          <Checkbox label={text('allQueues')} checked={all} onChange={(on) => onChoose(on ? queues.map((queue) => queue.id) : [])} />
          {queues.map((queue) => (
            <Checkbox
              key={queue.id}
              label={<QueueName name={queue.name} color={queue.color} />}
              checked={chosen.includes(queue.id)}
              onChange={(on) => toggle(queue.id, on)}
            />
          ))}
        </div>
      )}
    </Popover>
  );
}

function QueueName({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.queueName}>
      <i className={styles.dot} style={{ background: color }} aria-hidden="true" />
      {name}
    </span>
  );
}
