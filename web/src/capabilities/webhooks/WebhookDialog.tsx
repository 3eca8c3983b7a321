import { type Webhook, webhookEvents } from '@prosa/contracts/webhooks';
import type { z } from 'zod';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { createWebhook, updateWebhook, WebhookForm, type WebhookValues, webhooks } from './webhooks.data.ts';
import { webhooksMessages } from './webhooks.messages.ts';

type WebhookDialogProps = {
  webhook: Webhook | undefined;
  /** The secret of a new one, which is told once. */
  onSecret: (secret: string) => void;
  onClose: () => void;
  onSaved: (webhook: Webhook) => void;
};

const blank: WebhookValues = { name: '', url: '', events: [...webhookEvents], secret: '', active: true };
const valuesOf = ({ name, url, events, active }: Webhook): WebhookValues => ({ name, url, events, secret: '', active });

export function WebhookDialog({ webhook, onSecret, ...rest }: WebhookDialogProps) {
  const text = useMessages(webhooksMessages);
  const common = useMessages(commonMessages);
  const save = async (input: z.output<typeof WebhookForm>): Promise<Webhook> => {
    if (webhook) return updateWebhook(webhook.id, input);
    const { secret, ...saved } = await createWebhook(input);
    onSecret(secret);
    return saved;
  };
  return (
    <RecordForm
      {...{ records: webhooks, messages: webhooksMessages, record: webhook, blank, valuesOf, save, ...rest }}
      schema={WebhookForm}
    >
      {({ field, values }) => (
        <>
          {webhook?.disabledAt && (
            <Banner tone="danger" inset>
              {text('disabledSince', { date: formatDateTime(webhook.disabledAt) })}
            </Banner>
          )}
          <TextField label={common('name')} autoComplete="off" maxLength={100} {...field('name')} />
          <TextField label={text('url')} type="url" autoComplete="off" hint={text('urlHint')} {...field('url')} />
          <CheckboxGroup
            label={text('events')}
            none=""
            options={webhookEvents.map((event) => ({ value: event, label: text(event) }))}
            {...field('events')}
          />
          <PasswordField
            label={text('secret')}
            hint={text(webhook ? 'keepSecret' : 'secretHint')}
            autoComplete="new-password"
            {...field('secret')}
          />
          <Switch label={text('isActive')} on={values.active} onChange={field('active').onChange} />
        </>
      )}
    </RecordForm>
  );
}
