import type { Provider } from '../channels/port.ts';
import type { Config } from '../platform/boot/config.ts';
import type { FileOwner } from '../platform/database/file-owners.ts';
import type { Actor, Platform } from '../platform/database/scope.ts';
import type { Http } from '../platform/http/http.ts';
import { type CronJob, inCronContext, type Job } from '../platform/jobs/jobs.ts';
import type { OpenLivePart } from '../platform/live/live.ts';
import { commonRooms } from '../platform/live/rooms.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { alarmsRoutes } from './alarms/alarms.routes.ts';
import { announcementFiles } from './announcements/announcement-files.ts';
import { announcementsRoutes } from './announcements/announcements.routes.ts';
import { tellOfMoves } from './automation/automatic-texts.actions.ts';
import { applyBotEvent } from './automation/bot/bot.actions.ts';
import { botRoutes } from './automation/bot/bot.routes.ts';
import { closingTextJob } from './automation/held-messages.jobs.ts';
import { redirection } from './automation/redirection.jobs.ts';
import { startBillLookups } from './bills/bill-lookups.worker.ts';
import { openBillSystems } from './bills/look-up.ts';
import { companyCrons, companyRemoval } from './companies/companies.jobs.ts';
import { companiesRoutes } from './companies/companies.routes.ts';
import { removeEveryConnection } from './connections/connections.actions.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import { contactMergingRoutes } from './contact-merging/contact-merging.routes.ts';
import { phoneBookImport } from './contacts/contacts.jobs.ts';
import { contactsRoutes } from './contacts/contacts.routes.ts';
import { contactPictures } from './contacts/pictures.actions.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { figureCrons } from './dashboard/figures.jobs.ts';
import { externalApiRoutes } from './external-api/external-api.routes.ts';
import { helpsRoutes } from './helps/helps.routes.ts';
import { holidaysRoutes } from './holidays/holidays.routes.ts';
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
import { addFirstInvoice, invoicing } from './payments/invoices.actions.ts';
import type { Payments } from './payments/open-payments.ts';
import { paymentNotice } from './payments/payments.jobs.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { queueOptionsRoutes } from './queues/queue-options.routes.ts';
import { queuesRoutes } from './queues/queues.routes.ts';
import { endEverySession, endSessionsBeside } from './session/session.actions.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { tagsRoutes } from './tags/tags.routes.ts';
import { ticketNotesRoutes } from './ticket-notes/ticket-notes.routes.ts';
import { ticketPresence } from './ticket-presence/ticket-presence.live.ts';
import { removeTicketsOf } from './tickets/contact-change.actions.ts';
import { outageJob } from './tickets/outage.jobs.ts';
import { closeTickets, noteLostQueue, releaseTickets } from './tickets/release.actions.ts';
import { ticketsRoutes } from './tickets/tickets.routes.ts';
import { roomsOf } from './tickets/tickets.rules.ts';
import { addAdmin, announceUser, retireUsers } from './users/users.actions.ts';
import { usersRoutes } from './users/users.routes.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';
import { startWebhooks as startWebhookWork } from './webhooks/webhooks.worker.ts';

/** What files belong to: each says who may open them, and as long as one of these holds a file it stays. */
export const fileOwners: FileOwner[] = [messageFiles, simulatedFiles, contactPictures, announcementFiles];

/** Routes, jobs and live rooms of all capabilities. A new capability adds its lines here. */
export function mountCapabilities(http: Http, providers: Record<string, Provider>, payments: Payments): void {
  sessionRoutes(http);
  const addFirstPeople: typeof addAdmin = async (tx, admin) => {
    const added = await addAdmin(tx, admin);
    await addFirstInvoice(http.platform, tx, admin.companyId);
    return added;
  };
  companiesRoutes(http, addFirstPeople, async (scope) => {
    await removeEveryConnection(scope);
    await endEverySession(scope);
    await retireUsers(scope);
  });
  paymentsRoutes(http, payments);
  usersRoutes(http, { release: releaseTickets, endSessions: endSessionsBeside });
  settingsRoutes(http);
  queuesRoutes(http, noteLostQueue);
  queueOptionsRoutes(http);
  botRoutes(http);
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
  externalApiRoutes(http, providers);
  webhooksRoutes(http);
  filesRoutes(http, fileOwners);
  alarmsRoutes(http, requeueFrame);
  announcementsRoutes(http);
  helpsRoutes(http);
  holidaysRoutes(http);
  dashboardRoutes(http);
}

export const jobsOf = (providers: Record<string, Provider>, payments: Payments): Job[] => [
  paymentNotice(payments),
  phoneBookImport(providers),
  ...workOnMedia(announceFile),
  closingTextJob,
  outageJob,
  companyRemoval,
];
export const crons: CronJob[] = [
  ...housekeeping,
  ...mediaSweeps(fileOwners),
  ...redirection,
  ...givingUp,
  ...companyCrons,
  ...invoicing,
  ...figureCrons,
].map(inCronContext);

/** Looks for customers' bills in companies' billing systems, and has the bot tell what was found. */
export const startBills = (platform: Platform, outbound: Outbound, config: Config) =>
  startBillLookups(platform, {
    systems: openBillSystems({ outbound, asaasUrl: config.ASAAS_URL }),
    tell: applyBotEvent,
    leaseSeconds: config.LEASE_SECONDS,
  });

/** Tells companies' own servers of what happens. */
export const startWebhooks = (platform: Platform, outbound: Outbound, config: Config) =>
  startWebhookWork(platform, { outbound, leaseSeconds: config.LEASE_SECONDS });

export const liveRooms = (actor: Actor): string[] => [...commonRooms(actor), ...roomsOf(actor)];

/** What they add to the live channel beside events. */
export const liveParts: OpenLivePart[] = [ticketPresence];

export { announceUser };
