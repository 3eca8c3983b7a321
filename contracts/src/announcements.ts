import { z } from 'zod';
import { everyCompanyChannel } from './kit.ts';

export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  /** 1 high, 2 medium, 3 low. */
  priority: z.int().min(1).max(3),
  status: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
});

/** `company-announcement`: what the platform tells the people of every company. */
export const announcementLive = everyCompanyChannel(
  'announcement',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: Announcement }),
    z.object({ action: z.literal('delete'), id: z.int() }),
  ]),
);
