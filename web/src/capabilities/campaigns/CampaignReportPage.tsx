import type { Campaign } from '@prosa/contracts/campaigns';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { errorText } from '../../platform/api/errors.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PlayIcon, StopIcon } from '../../ui/icons/campaign-icons.tsx';
import { DownloadIcon } from '../../ui/icons/chat-icons.tsx';
import { ChevronLeftIcon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { MoveDialog, useRestart } from './CampaignMoves.tsx';
import styles from './CampaignReport.module.css';
import { CampaignStatusPill } from './CampaignStatusPill.tsx';
import { useReasonText } from './campaign-reasons.ts';
import { useCampaign, useExportRecipients } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';
import { Recipients } from './Recipients.tsx';

/** How far a campaign has come, and what became of each person; live while it runs. */
export function CampaignReportPage() {
  const { campaignId } = useParams<{ campaignId: string }>();
  const navigate = useNavigate();
  const toast = useToast();
  const { data: campaign, error } = useCampaign(Number(campaignId));
  useCommercialNotices();
  useEffect(() => {
    if (!error) return;
    toast.error(errorText(error));
    navigate('/campaigns', { replace: true });
  }, [error, navigate, toast]);
  if (campaign) return <Report campaign={campaign} />;
  return (
    <Card>
      <SkeletonRows />
    </Card>
  );
}

function Report({ campaign }: { campaign: Campaign }) {
  const text = useMessages(campaignsMessages);
  return (
    <Page
      title={text('reportOf', { name: campaign.name })}
      count={<CampaignStatusPill status={campaign.status} />}
      actions={<Actions campaign={campaign} />}
    >
      <div className={styles.report}>
        <Notice campaign={campaign} />
        <Progress campaign={campaign} />
        <Figures campaign={campaign} />
        <Recipients campaign={campaign} />
      </div>
    </Page>
  );
}

function Actions({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const navigate = useNavigate();
  const exported = useExportRecipients();
  const restart = useRestart();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<ChevronLeftIcon size={16} />} onClick={() => navigate('/campaigns')}>
        {common('back')}
      </Button>
      <Button icon={<DownloadIcon size={16} />} busy={exported.isPending} onClick={() => exported.mutate(id)}>
        {text('export')}
      </Button>
      {status === 'EM_ANDAMENTO' && (
        <Button kind="danger" icon={<StopIcon size={16} />} onClick={() => setAsking(true)}>
          {text('stop')}
        </Button>
      )}
      {status === 'CANCELADA' && (
        <Button kind="primary" icon={<PlayIcon size={16} />} onClick={() => restart(id)}>
          {text('resume')}
        </Button>
      )}
      {asking && <MoveDialog campaign={{ id, name }} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Why it was stopped by itself, or waits. */
function Notice({ campaign: { reason, hold } }: { campaign: Campaign }) {
  const text = useMessages(campaignsMessages);
  const reasonText = useReasonText();
  if (reason !== null)
    return (
      <Banner tone="danger" inset>
        {reasonText(reason)}
      </Banner>
    );
  if (hold === null) return null;
  return (
    <Banner tone="info" inset>
      {text(hold)}
    </Banner>
  );
}

function Progress({ campaign }: { campaign: Campaign }) {
  const text = useMessages(campaignsMessages);
  const { delivered, failed, skipped, waiting, status, estimatedEndAt } = campaign;
  const total = delivered + failed + skipped + waiting;
  const share = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` });
  const words = text('progress', { n: delivered, total });
  return (
    <section className={styles.progress} aria-label={text('progressLabel')}>
      <div className={styles.line}>
        <strong>{words}</strong>
        {status === 'EM_ANDAMENTO' && estimatedEndAt && <span>{text('endsAt', { time: formatDateTime(estimatedEndAt) })}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={text('progressLabel')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={delivered}
        aria-valuetext={words}
        className={styles.bar}
      >
        <i className={styles.sent} style={share(delivered)} />
        <i className={styles.failed} style={share(failed)} />
        <i className={styles.skipped} style={share(skipped)} />
      </div>
    </section>
  );
}

function Figures({ campaign }: { campaign: Campaign }) {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const time = (at: string | null, none: string) => (at === null ? none : formatDateTime(at));
  const figures: Array<[string, ReactNode]> = [
    [text('valid'), campaign.valid],
    ...(campaign.confirmation
      ? ([
          [text('requested'), campaign.confirmationRequested],
          [text('confirmed'), campaign.confirmed],
        ] satisfies Array<[string, ReactNode]>)
      : []),
    [text('delivered'), campaign.delivered],
    [text('failed'), campaign.failed],
    [text('skipped'), campaign.skipped],
    [text('waiting'), campaign.waiting],
    [common('connection'), campaign.whatsapp?.name ?? '—'],
    [text('list'), campaign.contactList?.name ?? '—'],
    [text('schedule'), time(campaign.scheduledAt, text('notScheduled'))],
    [text('completion'), time(campaign.completedAt, '—')],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value]) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
