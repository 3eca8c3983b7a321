import type { Tag } from '@prosa/contracts/tags';

let ids = 0;
export const aTag = (more: Partial<Tag> = {}): Tag => {
  ids += 1;
  return { id: ids, name: `Tag ${ids}`, color: '#0F9978', kanban: 0, userId: null, laneOrder: 0, ticketsCount: 0, ...more };
};
