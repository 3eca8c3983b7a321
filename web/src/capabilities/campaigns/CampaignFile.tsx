import type { Campaign } from '@prosa/contracts/campaigns';
import { useRef, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { PaperclipIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import styles from './Campaigns.module.css';
import { useDetachFile } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

type CampaignFileProps = {
  campaign: Campaign | undefined;
  /** Goes out with the form; takes the place of the one before. */
  chosen: File | null;
  onChoose: (file: File | null) => void;
  mayChange: boolean;
};

/** One file that goes with the message: chosen here and sent with the form, or taken away at once. */
export function CampaignFile({ campaign, chosen, onChoose, mayChange }: CampaignFileProps) {
  const text = useMessages(campaignsMessages);
  const common = useMessages(commonMessages);
  const input = useRef<HTMLInputElement>(null);
  const detach = useDetachFile();
  const [gone, setGone] = useState(false);
  const [asking, setAsking] = useState(false);
  const stored = gone ? null : (campaign?.mediaName ?? null);
  const name = chosen?.name ?? stored;
  if (!mayChange && name === null) return null;
  return (
    <div className={styles.file}>
      {name !== null && (
        <span className={styles.fileName}>
          <PaperclipIcon size={16} /> {name}
        </span>
      )}
      {mayChange && (
        <Button icon={<PaperclipIcon size={16} />} onClick={() => input.current?.click()}>
          {text(name === null ? 'attach' : 'changeFile')}
        </Button>
      )}
      {mayChange && name !== null && (
        <Button kind="ghost" icon={<TrashIcon size={16} />} onClick={() => (chosen ? onChoose(null) : setAsking(true))}>
          {text('removeFile')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('attach')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      {asking && campaign && (
        <ConfirmDialog
          title={text('removeFileTitle')}
          body={common('deleteBody')}
          confirm={text('removeFile')}
          danger
          busy={detach.isPending}
          onConfirm={() => detach.mutate(campaign.id, { onSuccess: () => setGone(true), onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
