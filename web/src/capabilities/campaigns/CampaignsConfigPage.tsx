import { type PacingKey, pacingChoices } from '@prosa/contracts/campaigns';
import { type ReactNode, useState } from 'react';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useConfirmLeave } from '../../platform/session/confirm-leave.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './CampaignsConfig.module.css';
import { type Pace, type Safety, useCampaignSettings, useSafety, useSaveSettings } from './campaign-settings.data.ts';
import { configMessages } from './campaigns-config.messages.ts';
import { SafetyFields } from './SafetyFields.tsx';
import { SuppressionsCard } from './SuppressionsCard.tsx';
import { Variables } from './Variables.tsx';

/** How campaigns are sent: their pace, their variables, what keeps people and the number safe. */
export function CampaignsConfigPage() {
  const text = useMessages(configMessages);
  const common = useMessages(commonMessages);
  const [pace, safety] = [useCampaignSettings(), useSafety()];
  useCommercialNotices();
  if (pace.data && safety.data) return <Config pace={pace.data} safety={safety.data} />;
  const retry = () => {
    void pace.refetch();
    void safety.refetch();
  };
  return (
    <Page title={text('title')}>
      <Card>
        {pace.isError || safety.isError ? (
          <div role="alert">
            <EmptyState title={common('listFailed')} action={<Button onClick={retry}>{common('tryAgain')}</Button>} />
          </div>
        ) : (
          <SkeletonRows />
        )}
      </Card>
    </Page>
  );
}

function Config({ pace: storedPace, safety: storedSafety }: { pace: Pace; safety: Safety }) {
  const text = useMessages(configMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const save = useSaveSettings();
  const [changed, setChanged] = useState<{ pace: Pace; safety: Safety }>();
  const { pace, safety } = changed ?? { pace: storedPace, safety: storedSafety };
  const setPace = (next: Partial<Pace>) => setChanged({ pace: { ...pace, ...next }, safety });
  const setSafety = (next: Partial<Safety>) => setChanged({ pace, safety: { ...safety, ...next } });
  const onSave = () =>
    save.mutate(
      { pace, safety, before: storedSafety },
      {
        onSuccess: () => {
          setChanged(undefined);
          toast.success(text('saved'));
        },
      },
    );
  return (
    <Page
      title={text('title')}
      primary={
        <Button kind="primary" busy={save.isPending} onClick={onSave}>
          {common('save')}
        </Button>
      }
    >
      <div className={styles.page}>
        <p className={styles.pending} role="status">
          {changed && text('pending')}
        </p>
        <Section id="campaign-intervals" title={text('intervals')}>
          <div className={styles.intervals}>
            <Interval name="messageInterval" value={pace.messageInterval} onChange={(messageInterval) => setPace({ messageInterval })} />
            <Interval
              name="longerIntervalAfter"
              value={pace.longerIntervalAfter}
              onChange={(longerIntervalAfter) => setPace({ longerIntervalAfter })}
            />
            <Interval name="greaterInterval" value={pace.greaterInterval} onChange={(greaterInterval) => setPace({ greaterInterval })} />
          </div>
        </Section>
        <Section id="campaign-variables" title={text('variables')}>
          <Variables variables={pace.variables} onChange={(variables) => setPace({ variables })} />
        </Section>
        <Section id="campaign-safety" title={text('safety')}>
          <SafetyFields safety={safety} onChange={setSafety} />
        </Section>
        <SuppressionsCard />
      </div>
      {changed && <LeaveQuestion />}
    </Page>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Card>
        <div className={styles.inside}>{children}</div>
      </Card>
    </section>
  );
}

function Interval({ name, value, onChange }: { name: PacingKey; value: number; onChange: (value: number) => void }) {
  const text = useMessages(configMessages);
  const words = (choice: number) => {
    if (choice === 0) return text(name === 'messageInterval' ? 'noInterval' : 'notSet');
    return text(name === 'longerIntervalAfter' ? 'messages' : 'seconds', { n: choice });
  };
  return (
    <Select
      label={text(name)}
      options={pacingChoices[name].map((choice) => ({ value: String(choice), label: words(choice) }))}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

/** Leaving with something unsaved asks first. */
function LeaveQuestion() {
  const common = useMessages(commonMessages);
  const { leave, stay } = useConfirmLeave();
  if (!leave) return null;
  return (
    <ConfirmDialog
      title={common('discardTitle')}
      body={common('discardBody')}
      confirm={common('discard')}
      cancel={common('keepEditing')}
      danger
      onConfirm={leave}
      onCancel={stay}
    />
  );
}
