import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';

/** The image of an announcement lies with the company of who sent it, and opens to everyone who is logged in, of every company. */
export const announcementFiles: FileOwner = {
  kind: 'announcement',
  table: 'announcements',
  holds: (mediaId) => sql`exists (select from announcements n where n.media_company = current_company() and n.media_id = ${mediaId})`,
  shows: (mediaId, asker) =>
    sql`exists (
      select
      from announcements n
      where n.media_company = current_company() and n.media_id = ${mediaId} and (n.status or ${asker.super}))`,
  mayOpen: async () => true,
  everyCompany: true,
};
