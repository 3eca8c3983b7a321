import { type ForwardOutcome, maxTargets } from '@prosa/contracts/forwarding';
import type { Ticket } from '@prosa/contracts/tickets';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../platform/api/errors.ts';
import { newKey } from '../../../platform/api/transport.ts';
import { notify } from '../../../platform/browser/notices.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { SaveButtons } from '../../../ui/fields/SaveButtons.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import styles from './ForwardDialog.module.css';
import { keyOfTarget, type Target, useForward } from './forwarding.data.ts';
import { forwardingMessages } from './forwarding.messages.ts';
import { TargetField } from './TargetField.tsx';
import { useQueueForNew } from './useQueueForNew.ts';

type ForwardDialogProps = { ticket: Ticket; messageIds: number[]; onClose: () => void; onDone: () => void };

/** To whom: open tickets and contacts. What could not be sent somewhere stays chosen, with the reason. */
export function ForwardDialog({ ticket, messageIds, onClose, onDone }: ForwardDialogProps) {
  const text = useMessages(forwardingMessages);
  const common = useMessages(commonMessages);
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [report, setReport] = useState<Report>();
  const [clientToken, setToken] = useState(newKey);
  const [isChecked, setChecked] = useState(false);
  const queue = useQueueForNew(targets.some(({ to }) => to === 'contact'));
  const forward = useForward(ticket.id);
  const change = (next: readonly Target[]) => {
    if (next.length > maxTargets) notify('warning', text('tooManyTargets', { n: maxTargets }));
    setTargets(next.slice(0, maxTargets));
    // Another choice is another call.
    setToken(newKey());
    forward.reset();
  };
  const settle = (outcomes: ForwardOutcome[]) => {
    const failed = targets.filter((target) => errorAt(outcomes, target) !== undefined);
    const sent = targets.length - failed.length;
    if (failed.length > 0) {
      change(failed);
      return setReport({ outcomes, failed, sent, total: targets.length });
    }
    const [only] = targets;
    notify('success', sent === 1 && only ? text('doneOne', { name: only.name }) : text('done', { n: sent }));
    return onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (targets.length === 0 || queue.isMissing || forward.isPending) return;
    forward.mutate({ messageIds, targets, queueId: queue.id, clientToken }, { onSuccess: ({ outcomes }) => settle(outcomes) });
  };
  const n = messageIds.length;
  return (
    <Dialog
      title={n === 1 ? text('titleOne') : text('title', { n })}
      onClose={report && report.sent > 0 ? onDone : onClose}
      dirty={targets.length > 0 && !report}
      onSubmit={submit}
      footer={<SaveButtons label={text('forward')} busy={forward.isPending} />}
    >
      {report && <Left report={report} />}
      <TargetField {...{ ticket, targets }} onChange={change} error={isChecked && targets.length === 0 ? text('needed') : undefined} />
      {queue.field && (
        <Select
          label={common('queue')}
          placeholder={text('chooseQueue')}
          hint={text('queueHint')}
          {...queue.field}
          error={isChecked && queue.isMissing ? text('queueNeeded') : undefined}
        />
      )}
      <Refused error={forward.error} />
    </Dialog>
  );
}

function Refused({ error }: { error: Error | null }) {
  return error === null ? null : (
    <p role="alert" className={styles.refusal}>
      {errorText(error)}
    </p>
  );
}

type Report = { outcomes: ForwardOutcome[]; failed: readonly Target[]; sent: number; total: number };

const errorAt = (outcomes: ForwardOutcome[], target: Target): string | undefined =>
  outcomes.find((each) => keyOfTarget(each) === keyOfTarget(target))?.error ?? undefined;

function Left({ report: { outcomes, failed, sent, total } }: { report: Report }) {
  const text = useMessages(forwardingMessages);
  return (
    <div role="alert" className={styles.refusal}>
      <p>{sent > 0 ? text('partly', { n: sent, total }) : text('none')}</p>
      <ul>
        {failed.map((target) => (
          <li key={keyOfTarget(target)}>
            <b>{target.name}</b> {errorText(errorAt(outcomes, target) ?? '')}
          </li>
        ))}
      </ul>
    </div>
  );
}
