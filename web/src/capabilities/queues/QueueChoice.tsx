import { useMessages } from '../../platform/language/messages.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import styles from './QueueChoice.module.css';
import { useQueues } from './queues.data.ts';
import { queuesMessages } from './queues.messages.ts';

/** Several of the company's queues, each with a box to tick. */
export function QueueChoice({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (ids: number[]) => void }) {
  const text = useMessages(queuesMessages);
  const queues = useQueues();
  const toggle = (id: number, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className={styles.queues}>
      <legend>{text('queues')}</legend>
      {queues.data?.length === 0 && <p className={styles.note}>{text('noQueues')}</p>}
      {queues.data?.map((queue) => (
        <Checkbox
          key={queue.id}
          label={<Chip color={queue.color}>{queue.name}</Chip>}
          checked={chosen.includes(queue.id)}
          onChange={(on) => toggle(queue.id, on)}
        />
      ))}
    </fieldset>
  );
}
