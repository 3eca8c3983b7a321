import { type CampaignTextKey, variantNumbers } from '@prosa/contracts/campaigns';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { QueueTabs } from '../queues/QueueTabs.tsx';
import type { CampaignDraft } from './CampaignDialog.tsx';
import styles from './Campaigns.module.css';
import { useCampaignSettings } from './campaign-settings.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

const personal = ['nome', 'email', 'numero'];

/** Up to five texts, of which each person gets one, each with the question asked before it. */
export function CampaignTextTabs({ draft: { field, values, errors } }: { draft: CampaignDraft }) {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const settings = useCampaignSettings();
  const [chosen, setChosen] = useState('1');
  const complained = variantNumbers.find((number) => errors[`message${number}`] ?? errors[`confirmationMessage${number}`]);
  // What is complained of is shown.
  useEffect(() => {
    if (complained !== undefined) setChosen(String(complained));
  }, [complained]);
  const variant = variantNumbers.find((number) => String(number) === chosen) ?? 1;
  const [message, question]: [CampaignTextKey, CampaignTextKey] = [`message${variant}`, `confirmationMessage${variant}`];
  const keys = [...personal, ...(settings.data?.variables ?? []).map(({ key }) => key)];
  const area = (name: CampaignTextKey, label: string) => {
    const { value, ...rest } = field(name);
    return <TextArea label={label} rows={4} maxLength={10_000} value={value ?? ''} {...rest} />;
  };
  return (
    <QueueTabs
      label={text('messages')}
      tabs={variantNumbers.map((number) => ({ name: String(number), label: text('tab', { n: number }) }))}
      chosen={chosen}
      onChoose={setChosen}
    >
      <div className={styles.texts}>
        {area(message, common('message'))}
        <fieldset className={styles.chips} aria-label={text('variables')}>
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              className={styles.chip}
              onClick={() => field(message).onChange(`${values[message] ?? ''}{${key}}`)}
            >{`{${key}}`}</button>
          ))}
        </fieldset>
        {values.confirmation === true && area(question, text('confirmationMessage', { n: variant }))}
      </div>
    </QueueTabs>
  );
}
