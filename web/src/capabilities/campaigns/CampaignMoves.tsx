import type { Campaign } from '@prosa/contracts/campaigns';
import { useMessages } from '../../platform/language/messages.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { useCancelCampaign, useRestartCampaign } from './campaigns.data.ts';
import { campaignsMessages } from './campaigns.messages.ts';

/** Asks before a campaign is stopped. */
export function MoveDialog({ campaign: { id, name }, onClose }: { campaign: Pick<Campaign, 'id' | 'name'>; onClose: () => void }) {
  const text = useMessages(campaignsMessages);
  const toast = useToast();
  const cancel = useCancelCampaign();
  const onConfirm = () => cancel.mutate(id, { onSuccess: () => toast.success(text('cancelled')), onSettled: onClose });
  return (
    <ConfirmDialog
      title={text('stopTitle', { name })}
      body={text('stopBody')}
      confirm={text('stop')}
      cancel={text('keepRunning')}
      danger
      busy={cancel.isPending}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  );
}

export function useRestart() {
  const text = useMessages(campaignsMessages);
  const toast = useToast();
  const restart = useRestartCampaign();
  return (id: number, onSettled?: () => void) =>
    restart.mutate(id, { onSuccess: () => toast.success(text('restarted')), onSettled: () => onSettled?.() });
}
