import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { TreeIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { usePlanLimit } from '../companies/plan-limit.tsx';
import { QueueDialog } from './QueueDialog.tsx';
import styles from './Queues.module.css';
import { queuePageMessages } from './queue-page.messages.ts';
import { queues, useQueues } from './queues.data.ts';

export function QueuesPage() {
  const text = useMessages(queuePageMessages);
  const common = useMessages(commonMessages);
  const mayManage = useCan('queues:manage');
  useCommercialNotices();
  // So that a new queue begins with a colour that is free.
  useQueues();
  return (
    <RecordsPage
      records={queues}
      messages={queuePageMessages}
      icon={<TreeIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
        { key: 'color', header: common('color'), width: '18%', cell: ({ color }) => <Color color={color} /> },
        { key: 'greeting', header: text('greeting'), width: '44%', cell: ({ greetingMessage }) => <Line words={greetingMessage} /> },
      ]}
      planLimit={usePlanLimit('queues')}
      form={(queue, handlers) => <QueueDialog queue={queue} {...handlers} />}
      {...{ mayAdd: mayManage, mayEdit: mayManage, mayRemove: mayManage }}
    />
  );
}

function Color({ color }: { color: string }) {
  return (
    <span className={styles.color}>
      <i aria-hidden="true" className={styles.dot} style={{ background: color }} />
      {color}
    </span>
  );
}

/** One line of a text, whole in its tooltip. */
function Line({ words }: { words: string }) {
  return (
    <span className={styles.line} title={words}>
      {words.replace(/\s+/g, ' ')}
    </span>
  );
}
