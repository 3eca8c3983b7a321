import { useMessages } from '../../platform/language/messages.ts';
import { Chip } from '../../ui/Chip.tsx';
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx';
import { useQueues } from './queues.data.ts';
import { queuesMessages } from './queues.messages.ts';

/** Several of the company's queues, in the order of choosing, which is the order customers are offered them. */
export function QueueChoice({ value, onChange }: { value: readonly number[]; onChange: (value: number[]) => void }) {
  const text = useMessages(queuesMessages);
  const options = useQueues().data?.map(({ id, name, color }) => ({ value: id, label: <Chip color={color}>{name}</Chip> }));
  return <CheckboxGroup {...{ options, value, onChange }} label={text('queues')} none={text('noQueues')} />;
}
