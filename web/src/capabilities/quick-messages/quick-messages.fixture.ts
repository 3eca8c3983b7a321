import type { RankedQuickMessage } from '@prosa/contracts/quick-messages';

/** A quick message for tests: one's own, never used. */
export function aQuickMessage(over: Partial<RankedQuickMessage> = {}): RankedQuickMessage {
  const id = over.id ?? 1;
  return {
    id,
    shortcode: `atalho-${id}`,
    message: 'Bom dia! Como posso ajudar?',
    userId: 3,
    shared: false,
    mediaPath: null,
    mediaName: null,
    createdAt: '2026-11-15T11:00:00.000Z',
    updatedAt: '2026-11-15T11:00:00.000Z',
    uses: 0,
    ...over,
  };
}
