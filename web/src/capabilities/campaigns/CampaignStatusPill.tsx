import type { CampaignStatus } from '@prosa/contracts/campaigns';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { campaignsMessages } from './campaigns.messages.ts';

const tones: Record<CampaignStatus, StatusTone> = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'success',
  CANCELADA: 'danger',
  FINALIZADA: 'neutral',
};

export function CampaignStatusPill({ status }: { status: CampaignStatus }) {
  const text = useMessages(campaignsMessages);
  return <StatusPill tone={tones[status]}>{text(status)}</StatusPill>;
}
