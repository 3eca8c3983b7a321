import { confirmationVariants, estimateSeconds, fillCampaignText, messageVariants, type Variant } from '@prosa/contracts/campaign-text';
import { type CampaignTexts, defaultPacing } from '@prosa/contracts/campaigns';
import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { PaperclipIcon } from '../../ui/icons/icons.tsx';
import styles from './Campaigns.module.css';
import { useCampaignSettings } from './campaign-settings.data.ts';
import { durationText } from './campaign-words.ts';
import { type CampaignValues, useContactLists, usePeopleOf } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

const asTexts = (values: CampaignValues): CampaignTexts => ({
  message1: values.message1 ?? '',
  message2: values.message2 ?? '',
  message3: values.message3 ?? '',
  message4: values.message4 ?? '',
  message5: values.message5 ?? '',
  confirmationMessage1: values.confirmationMessage1 ?? '',
  confirmationMessage2: values.confirmationMessage2 ?? '',
  confirmationMessage3: values.confirmationMessage3 ?? '',
  confirmationMessage4: values.confirmationMessage4 ?? '',
  confirmationMessage5: values.confirmationMessage5 ?? '',
});
const listOf = (id: unknown) => (typeof id === 'number' ? id : null);

/** Every text as one of the list will read it, and how long it takes to send them all. */
export function CampaignPreview({ values, mediaName }: { values: CampaignValues; mediaName: string | null }) {
  const text = useMessages(campaignsMessages);
  const listId = listOf(values.contactListId);
  const { data: people = [] } = usePeopleOf(listId);
  const { data: lists = [] } = useContactLists();
  const { data: pace = { ...defaultPacing, variables: [] } } = useCampaignSettings();
  const [personId, setPersonId] = useState('');
  const person = people.find(({ id }) => String(id) === personId) ?? people[0];
  const shown = person ?? { name: text('somebody'), number: '5511999998888', email: 'ana@exemplo.com' };
  const texts = asTexts(values);
  const asks = values.confirmation === true;
  const questions = asks ? confirmationVariants(texts) : [];
  const read = ({ text: body }: Variant) => fillCampaignText(body, shown, pace.variables);
  const count = lists.find(({ id }) => id === listId)?.contactsCount ?? 0;
  const seconds = estimateSeconds(questions.length > 0 ? count * 2 : count, pace);
  return (
    <section className={styles.preview} aria-label={text('preview')}>
      <h3>{text('preview')}</h3>
      {people.length > 0 && (
        <Select
          label={text('previewFor')}
          options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(person?.id ?? '')}
          onChange={setPersonId}
        />
      )}
      <div className={styles.bubbles}>
        {questions.map((variant) => (
          <Bubble key={`q${variant.variant}`} label={text('confirmationMessage', { n: variant.variant })} body={read(variant)} />
        ))}
        {messageVariants(texts).map((variant) => (
          <Bubble key={variant.variant} label={text('tab', { n: variant.variant })} body={read(variant)} file={mediaName} />
        ))}
        {messageVariants(texts).length === 0 && <p className={styles.hint}>{mediaName ?? text('noMessage')}</p>}
      </div>
      {listId !== null && (
        <p className={styles.estimate} role="status">
          {text('estimate', { n: count, time: durationText(seconds, text) })}
          <EndAt start={String(values.scheduledAt ?? '')} seconds={seconds} />
        </p>
      )}
    </section>
  );
}

function EndAt({ start, seconds }: { start: string; seconds: number }) {
  const text = useMessages(campaignsMessages);
  // What is typed is a time of the company's zone, and so is what is shown.
  const begins = Date.parse(`${start}Z`);
  if (Number.isNaN(begins)) return null;
  const [day = '', time = ''] = new Date(begins + seconds * 1_000).toISOString().split('T');
  return <span>{text('endsAt', { time: `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}` })}</span>;
}

function Bubble({ label, body, file = null }: { label: string; body: string; file?: string | null }) {
  return (
    <figure className={styles.bubble}>
      <figcaption>{label}</figcaption>
      {file !== null && (
        <span className={styles.fileName}>
          <PaperclipIcon size={14} /> {file}
        </span>
      )}
      <p>{body}</p>
    </figure>
  );
}
