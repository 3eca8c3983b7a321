import { sql } from '../../platform/database.ts';

/** A contact as tickets and messages show it; for queries that call the contacts table `c`. */
export const contactJson = sql`json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'email', c.email, 'profilePicUrl', c.profile_pic_url)`;
