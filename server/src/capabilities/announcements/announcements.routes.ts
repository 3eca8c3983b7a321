import { announcementsApi } from '@prosa/contracts/announcements';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountForAll } from '../../platform/live/mount-for-all.ts';
import {
  attachImage,
  createAnnouncement,
  type HeldFile,
  removeAnnouncement,
  storeImage,
  updateAnnouncement,
} from './announcements.actions.ts';
import { findAnnouncement, listAnnouncements } from './announcements.queries.ts';

export function announcementsRoutes(http: Http): void {
  mount(http, announcementsApi.list, 'session', (scope, { query }) => listAnnouncements(scope, query));
  mount(
    http,
    announcementsApi.show,
    'session',
    async (scope, { params }) => (await findAnnouncement(scope, params.id)) ?? refuse('ERR_NO_ANNOUNCEMENT_FOUND'),
  );
  mountForAll(http, announcementsApi.create, { write: (work, { body }) => createAnnouncement(work, body) });
  mountForAll(http, announcementsApi.update, { write: (work, { params, body }) => updateAnnouncement(work, params.id, body) });
  mountForAll(http, announcementsApi.remove, {
    write: async (work, { params }) => {
      await removeAnnouncement(work, params.id);
      return { message: 'Announcement deleted' };
    },
  });
  mountForAll<typeof announcementsApi.attach, HeldFile>(http, announcementsApi.attach, {
    prepare: storeImage,
    write: (work, { params }, file) => attachImage(work, params.id, file),
  });
  mountForAll(http, announcementsApi.detach, {
    write: async (work, { params }) => ({ ...(await attachImage(work, params.id, undefined)), message: 'Image deleted' }),
  });
}
