import type { Campaign } from '@prosa/contracts/campaigns';
import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { FileChoice, NamedFile } from '../../ui/records/FileChoice.tsx';
import { useDetachFile } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

type CampaignFileProps = {
  campaign: Campaign | undefined;
  chosen: File | null;
  onChoose: (file: File | null) => void;
  mayChange: boolean;
};

/** One file that goes with the message. */
export function CampaignFile({ campaign, chosen, onChoose, mayChange }: CampaignFileProps) {
  const text = useMessages(campaignsMessages);
  const detach = useDetachFile();
  const [gone, setGone] = useState(false);
  const stored = gone ? null : (campaign?.mediaName ?? null);
  if (!mayChange && chosen === null && stored === null) return null;
  const texts = {
    legend: text('file'),
    choose: text('attach'),
    change: text('changeFile'),
    remove: text('removeFile'),
    removeTitle: text('removeFileTitle'),
  };
  return (
    <FileChoice
      {...{ texts, chosen, onChoose, mayChange }}
      hasStored={stored !== null}
      shown={<NamedFile name={chosen?.name ?? stored ?? ''} />}
      onRemove={(settled) => campaign && detach.mutate(campaign.id, { onSuccess: () => setGone(true), onSettled: settled })}
      isRemoving={detach.isPending}
    />
  );
}
