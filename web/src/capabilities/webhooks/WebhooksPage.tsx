import type { Webhook } from '@prosa/contracts/webhooks';
import { lazy, Suspense, useRef } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill } from '../../ui/Chip.tsx';
import { HelpIcon, HistoryIcon, WebhookIcon } from '../../ui/icons/icons.tsx';
import type { RowAction } from '../../ui/lists/RowActions.tsx';
import { RecordsPage, type Show } from '../../ui/records/RecordsPage.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import styles from './Webhooks.module.css';
import { webhooks } from './webhooks.data.ts';
import { webhooksMessages } from './webhooks.messages.ts';

const DeliveriesDialog = lazy(async () => ({ default: (await import('./DeliveriesDialog.tsx')).DeliveriesDialog }));
const GuideDialog = lazy(async () => ({ default: (await import('./GuideDialog.tsx')).GuideDialog }));

export function WebhooksPage() {
  const text = useMessages(webhooksMessages);
  const common = useMessages(commonMessages);
  /** Of the one that was just added: nobody tells it afterwards. */
  const secret = useRef('');
  return (
    <RecordsPage
      records={webhooks}
      messages={webhooksMessages}
      icon={<WebhookIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: (webhook) => <NameAndAddress webhook={webhook} /> },
        { key: 'status', header: common('status'), width: '190px', cell: (webhook) => <State webhook={webhook} /> },
        { key: 'events', header: text('events'), width: '34%', cell: ({ events }) => <Events events={events} /> },
      ]}
      form={(webhook, handlers) => (
        <WebhookDialog
          webhook={webhook}
          onSecret={(made) => {
            secret.current = made;
          }}
          {...handlers}
        />
      )}
      onAdded={({ name }, show) => show((close) => <SecretDialog {...{ name, secret: secret.current }} onClose={close} />)}
      rowTone={({ disabledAt }) => (disabledAt ? 'red' : undefined)}
      rowActions={useRowActions()}
      pageActions={(show) => [
        {
          key: 'guide',
          label: text('guide'),
          icon: <HelpIcon />,
          onSelect: () =>
            show((close) => (
              <Suspense>
                <GuideDialog onClose={close} />
              </Suspense>
            )),
        },
      ]}
    />
  );
}

function useRowActions(): (webhook: Webhook, show: Show) => RowAction[] {
  const text = useMessages(webhooksMessages);
  return (webhook, show) => [
    {
      key: 'deliveries',
      label: text('deliveriesNamed', { name: webhook.name }),
      short: text('deliveries'),
      icon: <HistoryIcon />,
      letter: 'h',
      onSelect: () =>
        show((close) => (
          <Suspense>
            <DeliveriesDialog webhook={webhook} onClose={close} />
          </Suspense>
        )),
    },
  ];
}

function NameAndAddress({ webhook: { name, url } }: { webhook: Webhook }) {
  return (
    <span className={styles.named}>
      <b title={name}>{name}</b>
      <small title={url}>{url}</small>
    </span>
  );
}

function State({ webhook: { active, disabledAt, failingSince } }: { webhook: Webhook }) {
  const text = useMessages(webhooksMessages);
  const since = disabledAt ?? failingSince;
  const details = since ? text(disabledAt ? 'disabledSince' : 'failingSince', { date: formatDateTime(since) }) : undefined;
  if (disabledAt)
    return (
      <StatusPill {...{ title: details }} tone="danger">
        {text('disabled')}
      </StatusPill>
    );
  if (!active) return <StatusPill tone="neutral">{text('inactive')}</StatusPill>;
  if (failingSince)
    return (
      <StatusPill {...{ title: details }} tone="warning">
        {text('failing')}
      </StatusPill>
    );
  return <StatusPill tone="success">{text('active')}</StatusPill>;
}

function Events({ events }: Pick<Webhook, 'events'>) {
  const text = useMessages(webhooksMessages);
  const words = events.map((event) => text(event)).join(', ');
  return (
    <span className={styles.events} title={words}>
      {words}
    </span>
  );
}
