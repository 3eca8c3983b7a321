import type { Provider } from '../channels/port.ts';
import type { Config } from '../platform/boot/config.ts';
import type { FileOwner } from '../platform/database/file-owners.ts';
import type { Actor, Platform } from '../platform/database/scope.ts';
import type { Http } from '../platform/http/http.ts';
import { type CronJob, inCronContext, type Job } from '../platform/jobs/jobs.ts';
import { eraseEvents } from '../platform/live/erasure.ts';
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
import { billErasure } from './bills/erasure.actions.ts';
import { openBillSystems } from './bills/look-up.ts';
import { campaignFiles } from './campaigns/campaign-files.ts';
import { campaignsRoutes } from './campaigns/campaigns.routes.ts';
import { startCampaigns } from './campaigns/campaigns.worker.ts';
import { campaignErasure } from './campaigns/erasure.actions.ts';
import { chatFiles } from './chats/chat-files.ts';
import { announceChatFile } from './chats/chat-messages.actions.ts';
import { chatSubject } from './chats/chat-subject.ts';
import { leaveChats } from './chats/chats.actions.ts';
import { chatsRoutes } from './chats/chats.routes.ts';
import { companyCrons, companyRemoval } from './companies/companies.jobs.ts';
import { companiesRoutes } from './companies/companies.routes.ts';
import { removeEveryConnection } from './connections/connections.actions.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import { numberCheck, sheetImport } from './contact-lists/contact-lists.jobs.ts';
import { contactListsRoutes } from './contact-lists/contact-lists.routes.ts';
import { listErasure } from './contact-lists/erasure.actions.ts';
import { contactMergingRoutes } from './contact-merging/contact-merging.routes.ts';
import { mergeErasure } from './contact-merging/erasure.actions.ts';
import { phoneBookImport } from './contacts/contacts.jobs.ts';
import { contactsRoutes } from './contacts/contacts.routes.ts';
import { contactErasure } from './contacts/erasure-steps.ts';
import { type ErasureParts, erasureJob, resumeErasures } from './contacts/erasures.jobs.ts';
import { contactPictures } from './contacts/pictures.actions.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { figureCrons } from './dashboard/figures.jobs.ts';
import { externalApiRoutes } from './external-api/external-api.routes.ts';
import { forwardingRoutes } from './forwarding/forwarding.routes.ts';
import { helpsRoutes } from './helps/helps.routes.ts';
import { holidaysRoutes } from './holidays/holidays.routes.ts';
import { housekeeping } from './housekeeping/housekeeping.jobs.ts';
import { inboxErasure } from './inbox/erasure.actions.ts';
import { startInbox } from './inbox/inbox.worker.ts';
import { requeueFrame } from './inbox/quarantine.actions.ts';
import { kanbanRoutes } from './kanban/kanban.routes.ts';
import { eraseFiles } from './media/erasure.actions.ts';
import { filesRoutes } from './media/files.routes.ts';
import { workOnMedia } from './media/media-work.jobs.ts';
import { simulatedFiles } from './media/simulated-files.ts';
import { mediaSweeps } from './media/sweep.jobs.ts';
import { messageErasure } from './messages/erasure.actions.ts';
import { giveUpFetchesOf } from './messages/file-fetches.actions.ts';
import { givingUp } from './messages/file-fetches.jobs.ts';
import { linkPreviews } from './messages/link-previews/link-previews.jobs.ts';
import { announceFile, messageFiles } from './messages/message-files.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { failWaitingMessages } from './outbox/outbox.actions.ts';
import { addFirstInvoice, invoicing, repriceOpenInvoices } from './payments/invoices.actions.ts';
import type { Payments } from './payments/open-payments.ts';
import { paymentNotice, startPaymentPolling } from './payments/payments.jobs.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { queueOptionsRoutes } from './queues/queue-options.routes.ts';
import { queuesRoutes } from './queues/queues.routes.ts';
import { quickMessageFiles } from './quick-messages/quick-message-files.ts';
import { forgettingQuickMessages, leaveSharedQuickMessages } from './quick-messages/quick-messages.actions.ts';
import { quickMessagesRoutes } from './quick-messages/quick-messages.routes.ts';
import { forgettingFilters } from './saved-filters/saved-filters.actions.ts';
import { savedFiltersRoutes } from './saved-filters/saved-filters.routes.ts';
import { scheduleFiles } from './schedules/schedule-files.ts';
import { removeSchedulesOf } from './schedules/schedules.actions.ts';
import { schedulesRoutes } from './schedules/schedules.routes.ts';
import { startSchedules } from './schedules/schedules.worker.ts';
import { openPasswordGuesses } from './session/password-guesses.ts';
import { endEverySession, endSessionsBeside } from './session/session.actions.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { forgettingTags } from './tags/deleted-tags.actions.ts';
import { tagsRoutes } from './tags/tags.routes.ts';
import { ticketNotesRoutes } from './ticket-notes/ticket-notes.routes.ts';
import { ticketPresence } from './ticket-presence/ticket-presence.live.ts';
import { removeTicketsOf } from './tickets/contact-change.actions.ts';
import { outageJob } from './tickets/outage.jobs.ts';
import { closeTickets, noteLostQueue, releaseTickets } from './tickets/release.actions.ts';
import { ticketsRoutes } from './tickets/tickets.routes.ts';
import { roomsOf } from './tickets/tickets.rules.ts';
import { transcriptsRoutes } from './transcripts/transcripts.routes.ts';
import { addAdmin, announceUser, retireUsers } from './users/users.actions.ts';
import { usersRoutes } from './users/users.routes.ts';
import { webhookErasure } from './webhooks/erasure.actions.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';
import { startWebhooks } from './webhooks/webhooks.worker.ts';

/** What files belong to: each says who may open them, and as long as one of these holds a file it stays. */
export const fileOwners: FileOwner[] = [
  messageFiles,
  simulatedFiles,
  contactPictures,
  announcementFiles,
  quickMessageFiles,
  chatFiles,
  scheduleFiles,
  campaignFiles,
];

/**
 * What erases a deleted contact's data, table by table, and then its files. Live events come before the deliveries to webhooks that are
 * made of them.
 */
export const erasureParts = (providers: Record<string, Provider>): ErasureParts => ({
  steps: [
    ...contactErasure,
    ...mergeErasure,
    ...inboxErasure,
    ...messageErasure,
    ...billErasure,
    ...listErasure,
    ...campaignErasure,
    eraseEvents,
    ...webhookErasure,
    ...Object.values(providers).flatMap(({ erasureSteps = [] }) => erasureSteps),
  ],
  eraseFiles: (platform, companyId, mediaIds) => eraseFiles(platform, companyId, fileOwners, mediaIds),
});

/** Routes, jobs and live rooms of all capabilities. A new capability adds its lines here. */
export function mountCapabilities(http: Http, providers: Record<string, Provider>, payments: Payments): void {
  const passwordGuesses = openPasswordGuesses(http);
  sessionRoutes(http, passwordGuesses);
  const addFirstPeople: typeof addAdmin = async (tx, admin) => {
    const added = await addAdmin(tx, admin);
    await addFirstInvoice(http.platform, tx, admin.companyId);
    return added;
  };
  const retire: typeof retireUsers = async (scope) => {
    await removeEveryConnection(scope);
    await endEverySession(scope);
    await retireUsers(scope);
  };
  companiesRoutes(http, { addAdmin: addFirstPeople, retire, repriceInvoices: repriceOpenInvoices });
  paymentsRoutes(http, payments);
  const release: typeof releaseTickets = async (scope, userId) => {
    await releaseTickets(scope, userId);
    await leaveSharedQuickMessages(scope, userId);
    await leaveChats(scope, userId);
  };
  usersRoutes(http, { release, endSessions: endSessionsBeside, confirmPassword: passwordGuesses.confirmPassword });
  settingsRoutes(http);
  queuesRoutes(http, noteLostQueue);
  queueOptionsRoutes(http);
  botRoutes(http);
  connectionsRoutes(http, providers, async (scope, connectionId) => {
    await closeTickets(scope, connectionId);
    await failWaitingMessages(scope, connectionId);
    await giveUpFetchesOf(scope, connectionId);
  });
  contactsRoutes(http, providers, async (scope, contactId) => {
    await removeTicketsOf(scope, contactId);
    await removeSchedulesOf(scope, contactId);
  });
  contactMergingRoutes(http);
  ticketsRoutes(http, tellOfMoves(http.config.UNDO_SECONDS));
  ticketNotesRoutes(http);
  tagsRoutes(http);
  kanbanRoutes(http);
  savedFiltersRoutes(http);
  quickMessagesRoutes(http);
  schedulesRoutes(http);
  contactListsRoutes(http, providers);
  campaignsRoutes(http);
  messagesRoutes(http, providers);
  forwardingRoutes(http, providers);
  transcriptsRoutes(http);
  chatsRoutes(http);
  externalApiRoutes(http, providers);
  webhooksRoutes(http);
  filesRoutes(http, fileOwners);
  alarmsRoutes(http, requeueFrame);
  announcementsRoutes(http);
  helpsRoutes(http);
  holidaysRoutes(http);
  dashboardRoutes(http);
}

export const jobsOf = (providers: Record<string, Provider>, payments: Payments, outbound: Outbound): Job[] => [
  linkPreviews(outbound),
  paymentNotice(payments),
  phoneBookImport(providers),
  numberCheck(providers),
  sheetImport(numberCheck(providers)),
  ...workOnMedia(async (scope, mediaId) => {
    await announceFile(scope, mediaId);
    await announceChatFile(scope, mediaId);
  }),
  closingTextJob,
  outageJob,
  companyRemoval,
  erasureJob(erasureParts(providers)),
  forgettingTags.job,
  forgettingQuickMessages.job,
  forgettingFilters.job,
];
export const crons: CronJob[] = [
  ...housekeeping,
  ...mediaSweeps(fileOwners),
  ...redirection,
  ...givingUp,
  ...companyCrons,
  resumeErasures,
  ...invoicing,
  ...figureCrons,
].map(inCronContext);

/** What works on by itself beside the jobs: each looks for what is due and stops when it is told to. */
export function startWorkers(platform: Platform, payments: Payments, outbound: Outbound, config: Config): Record<string, Worker> {
  const leaseSeconds = config.LEASE_SECONDS;
  const systems = openBillSystems({ outbound, asaasUrl: config.ASAAS_URL });
  return {
    inbox: startInbox(platform),
    payments: startPaymentPolling(platform, payments),
    bills: startBillLookups(platform, { systems, tell: applyBotEvent, leaseSeconds }),
    schedules: startSchedules(platform),
    campaigns: startCampaigns(platform),
    webhooks: startWebhooks(platform, { outbound, leaseSeconds }),
  };
}
type Worker = { stop(): Promise<void> };

export const liveRooms = (actor: Actor): string[] => [...commonRooms(actor), ...roomsOf(actor)];

/** What they add to the live channel beside events. */
export const liveParts: OpenLivePart[] = [ticketPresence];

/** What people can be shut out of. */
export const liveSubject = chatSubject;

export { announceUser };
