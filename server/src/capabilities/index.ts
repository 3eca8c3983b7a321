import type { Provider } from '../channels/port.ts';
import type { FileOwner } from '../platform/database/file-owners.ts';
import type { Actor } from '../platform/database/scope.ts';
import type { Http } from '../platform/http/http.ts';
import { type CronJob, inCronContext, type Job } from '../platform/jobs/jobs.ts';
import type { OpenLivePart } from '../platform/live/live.ts';
import { commonRooms } from '../platform/live/rooms.ts';
import { alarmsRoutes } from './alarms/alarms.routes.ts';
import { tellOfMoves } from './automation/automatic-texts.actions.ts';
import { closingTextJob } from './automation/held-messages.jobs.ts';
import { redirection } from './automation/redirection.jobs.ts';
import { companiesRoutes } from './companies/companies.routes.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import { contactMergingRoutes } from './contact-merging/contact-merging.routes.ts';
import { phoneBookImport } from './contacts/contacts.jobs.ts';
import { contactsRoutes } from './contacts/contacts.routes.ts';
import { contactPictures } from './contacts/pictures.actions.ts';
import { housekeeping } from './housekeeping/housekeeping.jobs.ts';
import { requeueFrame } from './inbox/quarantine.actions.ts';
import { filesRoutes } from './media/files.routes.ts';
import { workOnMedia } from './media/media-work.jobs.ts';
import { simulatedFiles } from './media/simulated-files.ts';
import { mediaSweeps } from './media/sweep.jobs.ts';
import { giveUpFetchesOf } from './messages/file-fetches.actions.ts';
import { givingUp } from './messages/file-fetches.jobs.ts';
import { announceFile, messageFiles } from './messages/message-files.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { failWaitingMessages } from './outbox/outbox.actions.ts';
import { queuesRoutes } from './queues/queues.routes.ts';
import { endSessionsBeside } from './session/session.actions.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { tagsRoutes } from './tags/tags.routes.ts';
import { ticketNotesRoutes } from './ticket-notes/ticket-notes.routes.ts';
import { ticketPresence } from './ticket-presence/ticket-presence.live.ts';
import { removeTicketsOf } from './tickets/contact-change.actions.ts';
import { outageJob } from './tickets/outage.jobs.ts';
import { closeTickets, releaseTickets } from './tickets/release.actions.ts';
import { ticketsRoutes } from './tickets/tickets.routes.ts';
import { roomsOf } from './tickets/tickets.rules.ts';
import { addAdmin, announceUser } from './users/users.actions.ts';
import { usersRoutes } from './users/users.routes.ts';

/** What files belong to: each says who may open them, and as long as one of these holds a file it stays. */
export const fileOwners: FileOwner[] = [messageFiles, simulatedFiles, contactPictures];

/** Routes, jobs and live rooms of all capabilities. A new capability adds its lines here. */
export function mountCapabilities(http: Http, providers: Record<string, Provider>): void {
  sessionRoutes(http);
  companiesRoutes(http, addAdmin);
  usersRoutes(http, { release: releaseTickets, endSessions: endSessionsBeside });
  settingsRoutes(http);
  queuesRoutes(http);
  connectionsRoutes(http, providers, async (scope, connectionId) => {
    await closeTickets(scope, connectionId);
    await failWaitingMessages(scope, connectionId);
    await giveUpFetchesOf(scope, connectionId);
  });
  contactsRoutes(http, providers, removeTicketsOf);
  contactMergingRoutes(http);
  ticketsRoutes(http, tellOfMoves(http.config.UNDO_SECONDS));
  ticketNotesRoutes(http);
  tagsRoutes(http);
  messagesRoutes(http, providers);
  filesRoutes(http, fileOwners);
  alarmsRoutes(http, requeueFrame);
}

export const jobsOf = (providers: Record<string, Provider>): Job[] => [
  phoneBookImport(providers),
  ...workOnMedia(announceFile),
  closingTextJob,
  outageJob,
];
export const crons: CronJob[] = [...housekeeping, ...mediaSweeps(fileOwners), ...redirection, ...givingUp].map(inCronContext);

export const liveRooms = (actor: Actor): string[] => [...commonRooms(actor), ...roomsOf(actor)];

/** What they add to the live channel beside events. */
export const liveParts: OpenLivePart[] = [ticketPresence];

export { announceUser };
