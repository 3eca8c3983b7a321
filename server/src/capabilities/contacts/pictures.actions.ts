import { Contact, contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { pictureAddress } from '../../platform/http/picture-addresses.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { type HeldLease, isHeld } from '../connections/leases.ts';
import { fullContactJson } from './contacts.queries.ts';

const DueRow = z.object({ contactId: z.int(), sha256: z.string() });
export type DuePicture = z.output<typeof DueRow>;
const ContactRow = z.object({ contact: Contact });

const askAgainHours = 24;

/** Pictures of contacts are seen by everybody of the company. */
export const contactPictures: FileOwner = {
  kind: 'contact-picture',
  table: 'contact_pictures',
  holds: (mediaId) => sql`exists (select from contact_pictures p where p.company_id = current_company() and p.media_id = ${mediaId})`,
  mayOpen: async () => true,
};

/** The contact at an address, if their picture was not asked for lately; it counts as asked for from now on. */
export async function claimPicture(platform: Platform, held: HeldLease, chat: string): Promise<DuePicture | undefined> {
  const rows = await inScope(platform, held, (scope) =>
    rowsOf(
      scope.tx,
      DueRow,
      sql`
      with asked as (
        insert into contact_pictures as p (contact_id, asked_at)
        select i.contact_id, ${scope.now.toISOString()}
        from contact_identities i
        where i.company_id = current_company() and i.address = ${chat} and ${isHeld(held)}
        order by i.connection_id = ${held.connectionId} desc, i.last_at desc
        limit 1
        on conflict (company_id, contact_id) do update set asked_at = excluded.asked_at
        where p.asked_at <= excluded.asked_at - make_interval(hours => ${askAgainHours})
        returning p.*)
      select contact_id as "contactId", sha256
      from asked`,
    ),
  );
  return rows[0];
}

/** Stores a contact's new picture. */
export async function keepPicture(platform: Platform, held: HeldLease, due: DuePicture, file: Upload): Promise<boolean> {
  return inScope(platform, held, async (scope) => {
    const [media] = await insertMedia(scope, [file]);
    if (!media) return false;
    const { rowCount } = await scope.tx.execute(sql`
      update contact_pictures
      set media_id = ${media.id}, sha256 = ${file.sha256}
      where company_id = current_company() and contact_id = ${due.contactId} and ${isHeld(held)}`);
    if (rowCount === 0) return false;
    await showPicture(scope, due.contactId, pictureAddress(media.key));
    return true;
  });
}

/** They have none any more. */
export async function dropPicture(platform: Platform, held: HeldLease, { contactId }: DuePicture): Promise<void> {
  await inScope(platform, held, async (scope) => {
    const { rowCount } = await scope.tx.execute(sql`
      update contact_pictures
      set media_id = null, sha256 = ''
      where company_id = current_company() and contact_id = ${contactId} and media_id is not null and ${isHeld(held)}`);
    if (rowCount !== 0) await showPicture(scope, contactId, '');
  });
}

async function showPicture(scope: Scope, contactId: number, url: string): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    ContactRow,
    sql`
    with c as (
      update contacts
      set profile_pic_url = ${url}
      where company_id = current_company() and id = ${contactId}
      returning *)
    select ${fullContactJson} as contact from c`,
  );
  for (const { contact } of rows) scope.emit(contactLive, { action: 'update', contact }, everybody);
}
