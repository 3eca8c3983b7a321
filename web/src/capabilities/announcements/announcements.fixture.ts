import type { Announcement } from '@prosa/contracts/announcements';

/** An announcement for tests: an ordinary one that is shown. */
export function anAnnouncement(over: Partial<Announcement> = {}): Announcement {
  const id = over.id ?? 1;
  return {
    id,
    title: `Informativo ${id}`,
    text: 'Sábado às 22h o sistema para por uma hora.',
    priority: 3,
    status: true,
    mediaPath: null,
    mediaName: null,
    createdAt: '2026-11-15T11:00:00.000Z',
    ...over,
  };
}
