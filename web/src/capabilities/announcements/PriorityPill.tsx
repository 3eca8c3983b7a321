import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import { readingMessages } from './reading.messages.ts';

const tones: Record<number, StatusTone> = { 1: 'danger', 2: 'warning', 3: 'neutral' };

/** 1 Alta, 2 Média, 3 Baixa. */
export function PriorityPill({ priority }: { priority: number }) {
  const words = usePriorityWords();
  return <StatusPill tone={tones[priority] ?? 'neutral'}>{words(priority)}</StatusPill>;
}

export function usePriorityWords(): (priority: number) => string {
  const text = useMessages(readingMessages);
  return (priority) => text(priority === 1 ? 'priority1' : priority === 2 ? 'priority2' : 'priority3');
}
