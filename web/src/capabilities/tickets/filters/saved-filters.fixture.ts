import type { SavedFilter } from '@prosa/contracts/saved-filters';

export const aSavedFilter = (over: Partial<SavedFilter> = {}): SavedFilter => ({
  id: 1,
  name: 'Clientes VIP',
  shared: false,
  queueIds: [],
  tags: [],
  users: [],
  searchParam: '',
  ...over,
});
