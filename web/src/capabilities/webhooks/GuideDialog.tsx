import { receiverExamples, sampleDelivery } from '@prosa/contracts/webhook-examples';
import { webhookEvents } from '@prosa/contracts/webhooks';
import { useMessages } from '../../platform/language/messages.ts';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Code, CodeTabs } from '../messages-api/CodeTabs.tsx';
import styles from './Webhooks.module.css';
import { webhooksMessages } from './webhooks.messages.ts';

const points = ['guideAnswer', 'guideRetry', 'guideOrder', 'guideAddress'] as const;

/** How a receiver is written: what it gets, how it checks the signature, what it has to answer. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages(webhooksMessages);
  return (
    <Dialog title={text('guide')} wide onClose={onClose} footer={<CloseButton />}>
      <div className={styles.guide}>
        <p>{text('guideAbout')}</p>
        <Code label={text('guideSample')} source={sampleDelivery} />
        <ul>
          {points.map((point) => (
            <li key={point}>{text(point)}</li>
          ))}
        </ul>
        <h3>{text('events')}</h3>
        <dl>
          {webhookEvents.map((event) => (
            <div key={event}>
              <dt>
                <code>{event}</code>
              </dt>
              <dd>{text(event)}</dd>
            </div>
          ))}
        </dl>
        <h3>{text('guideCheck')}</h3>
        <CodeTabs label={text('guideCheck')} sources={receiverExamples} />
      </div>
    </Dialog>
  );
}
