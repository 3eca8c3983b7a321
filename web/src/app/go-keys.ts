/** Where G and a letter lead. */
export const goKeys = [
  { key: 'T', path: '/tickets' },
  { key: 'K', path: '/kanban' },
  { key: 'C', path: '/contacts' },
  { key: 'A', path: '/schedules' },
  { key: 'Q', path: '/quick-messages' },
  { key: 'D', path: '/' },
] as const;
