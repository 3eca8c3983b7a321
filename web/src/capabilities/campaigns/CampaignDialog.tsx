import type { Campaign } from '@prosa/contracts/campaigns';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useRecordForm } from '../../ui/records/useRecordForm.tsx';
import { useConnections } from '../connections/connections.data.ts';
import { CampaignFile } from './CampaignFile.tsx';
import { useRestart } from './CampaignMoves.tsx';
import { CampaignPreview } from './CampaignPreview.tsx';
import styles from './Campaigns.module.css';
import { CampaignTextTabs } from './CampaignTextTabs.tsx';
import {
  type CampaignFields,
  type CampaignValues,
  campaignForm,
  campaigns,
  localTime,
  saveCampaign,
  useContactLists,
} from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';
import { WhenFields } from './WhenFields.tsx';

type CampaignDialogProps = { campaign: Campaign | undefined; onClose: () => void; onSaved: (campaign: Campaign) => void };

const noTexts = {
  ...{ message1: '', message2: '', message3: '', message4: '', message5: '' },
  ...{ confirmationMessage1: '', confirmationMessage2: '', confirmationMessage3: '', confirmationMessage4: '', confirmationMessage5: '' },
};
const blank: CampaignValues = {
  ...noTexts,
  ...{ name: '', confirmation: false, scheduledAt: '', whatsappId: null, contactListId: null, file: null },
};
const valuesOf = (campaign: Campaign): CampaignValues => ({
  name: campaign.name,
  confirmation: campaign.confirmation,
  scheduledAt: campaign.scheduledAt === null ? '' : localTime(campaign.scheduledAt),
  whatsappId: campaign.whatsappId,
  contactListId: campaign.contactListId,
  message1: campaign.message1,
  message2: campaign.message2,
  message3: campaign.message3,
  message4: campaign.message4,
  message5: campaign.message5,
  confirmationMessage1: campaign.confirmationMessage1,
  confirmationMessage2: campaign.confirmationMessage2,
  confirmationMessage3: campaign.confirmationMessage3,
  confirmationMessage4: campaign.confirmationMessage4,
  confirmationMessage5: campaign.confirmationMessage5,
  file: null,
});
const hour = 3_600_000;
/** As the server has it: "INATIVA, or PROGRAMADA with a schedule more than 1 hour ahead. CANCELADA also allows editing." */
const isEditable = ({ status, scheduledAt }: Campaign, now = Date.now()) =>
  status === 'INATIVA' || status === 'CANCELADA' || (status === 'PROGRAMADA' && Date.parse(scheduledAt ?? '') - now > hour);

export function CampaignDialog({ campaign, onClose, onSaved }: CampaignDialogProps) {
  const text = useMessages(campaignsMessages);
  const save = (input: CampaignFields) => saveCampaign(campaign?.id, input);
  const mayEdit = campaign === undefined || isEditable(campaign);
  const hasFile = campaign !== undefined && campaign.mediaPath !== null;
  const { draft, submit, busy, notices } = useRecordForm({
    ...{ records: campaigns, messages: campaignsMessages, record: campaign, blank, valuesOf, save },
    schema: campaignForm(campaign?.status === 'CANCELADA', hasFile),
    onSaved: (saved) => {
      onClose();
      onSaved(saved);
    },
  });
  return (
    <Dialog
      wide
      title={campaign === undefined ? text('add') : mayEdit ? text('edit') : campaign.name}
      onClose={onClose}
      dirty={draft.dirty}
      {...(mayEdit && { onSubmit: submit })}
      footer={
        mayEdit ? (
          <>
            {campaign?.status === 'CANCELADA' && <Restart campaign={campaign} dirty={draft.dirty} onDone={onClose} />}
            <SaveButtons busy={busy} />
          </>
        ) : (
          <CloseButton />
        )
      }
    >
      <div className={styles.form}>
        {notices}
        {!mayEdit && (
          <Banner tone="info" inset>
            {text('locked')}
          </Banner>
        )}
        <div className={styles.columns}>
          <fieldset className={styles.fields} disabled={!mayEdit}>
            <General draft={draft} />
            <CampaignTextTabs draft={draft} />
            <CampaignFile campaign={campaign} chosen={draft.values.file} onChoose={draft.field('file').onChange} mayChange={mayEdit} />
          </fieldset>
          <CampaignPreview values={draft.values} mediaName={draft.values.file?.name ?? campaign?.mediaName ?? null} />
        </div>
      </div>
    </Dialog>
  );
}

export type CampaignDraft = ReturnType<typeof useRecordForm<ReturnType<typeof campaignForm>, CampaignValues, Campaign, Campaign>>['draft'];

function General({ draft: { field, values } }: { draft: CampaignDraft }) {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const connections = useConnections();
  const lists = useContactLists();
  const numberOf = (chosen: string) => (chosen === 'none' ? null : Number(chosen));
  const chosenOf = (id: unknown) => (typeof id === 'number' ? String(id) : 'none');
  return (
    <>
      <TextField label={common('name')} autoComplete="off" maxLength={50} {...field('name')} />
      <div className={styles.pair}>
        <Select
          label={text('contactList')}
          error={field('contactListId').error}
          options={[
            { value: 'none', label: text('chooseList') },
            ...(lists.data ?? []).map(({ id, name, contactsCount }) => ({ value: String(id), label: `${name} (${contactsCount})` })),
          ]}
          value={chosenOf(values.contactListId)}
          onChange={(chosen) => field('contactListId').onChange(numberOf(chosen))}
        />
        <Select
          label={common('connection')}
          options={[
            { value: 'none', label: text('defaultConnection') },
            ...(connections.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={chosenOf(values.whatsappId)}
          onChange={(chosen) => field('whatsappId').onChange(numberOf(chosen))}
        />
      </div>
      <WhenFields field={field('scheduledAt')} />
      <div className={styles.pair}>
        <Select
          label={text('confirmation')}
          options={[
            { value: 'off', label: text('off') },
            { value: 'on', label: text('on') },
          ]}
          value={values.confirmation ? 'on' : 'off'}
          onChange={(chosen) => field('confirmation').onChange(chosen === 'on')}
        />
      </div>
    </>
  );
}

function Restart({ campaign, dirty, onDone }: { campaign: Campaign; dirty: boolean; onDone: () => void }) {
  const text = useMessages(campaignsMessages);
  const restart = useRestart();
  return (
    <Button disabled={dirty} onClick={() => restart(campaign.id, onDone)}>
      {text('restart')}
    </Button>
  );
}
