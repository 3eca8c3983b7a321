import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { AlertIcon } from '../../ui/icons/icons.tsx';
import { webhookNoticeMessages } from './webhook-notice.messages.ts';
import { useDisabledWebhooks } from './webhooks.data.ts';

/** On every page, for who manages webhooks: one was switched off. Dismissed until it happens to another. */
export function WebhookNotice({ otherwise }: { otherwise?: ReactNode }) {
  const text = useMessages(webhookNoticeMessages);
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const webhook = useDisabledWebhooks().find(({ id }) => !dismissed.includes(id));
  if (!webhook) return otherwise;
  return (
    <Banner
      tone="danger"
      icon={<AlertIcon />}
      onDismiss={() => setDismissed([...dismissed, webhook.id])}
      action={<Link href="/webhooks">{text('see')}</Link>}
    >
      {text('wasDisabled', { name: webhook.name })}
    </Banner>
  );
}
