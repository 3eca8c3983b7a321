import { permissions, type RoutePolicy } from '@prosa/contracts/permissions';
import type { Http, Route } from '../../src/platform/http/http.ts';
import { nameOf } from './calls.ts';
import type { Finding } from './catalogue.ts';

/** The policy of each route, repeated on purpose: a mistake in the product must not change the expectation. */
const agreed: Partial<Record<RoutePolicy, string[]>> = {
  public: [
    'POST /auth/login',
    'POST /auth/refresh_token',
    'DELETE /auth/logout',
    'GET /plans/list',
    'POST /companies/cadastro',
    'GET /public/:company/:shelf/:name',
    // Answers who knows the verify token of that connection.
    'GET /hooks/cloud/:whatsappId',
    'POST /other/public',
  ],
  // Two of them mounted by tests alone (other-callers.ts).
  connection: ['GET /other/connection/:contactId', 'POST /other/connection', 'POST /api/messages/send', 'GET /api/messages/:id'],
  signed: ['POST /other/signed', 'POST /hooks/cloud/:whatsappId', 'POST /hooks/efi', 'POST /hooks/efi/pix', 'POST /hooks/asaas'],
  session: [
    'GET /auth/me',
    'PUT /users/:id',
    'GET /announcements',
    'GET /announcements/:id',
    'GET /helps',
    'GET /helps/list',
    'GET /helps/:id',
    // Chats of the caller alone: the membership is asked in each statement.
    'GET /chats',
    'GET /chats/:uuid',
    'POST /chats',
    'PUT /chats/:id',
    'DELETE /chats/:id',
    'GET /chats/:id/messages',
    'GET /chats/:id/messages/search',
    'POST /chats/:id/messages',
    'POST /chats/:id/read',
  ],
  super: [
    'GET /alarms',
    'POST /alarms/:id/retry',
    'GET /companies',
    'GET /companies/list',
    'GET /companies/overview',
    'POST /companies',
    'PUT /companies/:id',
    'DELETE /companies/:id',
    'GET /plans/all',
    'GET /plans/:id',
    'POST /plans',
    'PUT /plans/:id',
    'DELETE /plans/:id',
    'POST /invoices/:id/confirm',
    'POST /announcements',
    'PUT /announcements/:id',
    'DELETE /announcements/:id',
    'POST /announcements/:id/media-upload',
    'DELETE /announcements/:id/media-upload',
    'POST /helps',
    'PUT /helps/:id',
    'DELETE /helps/:id',
  ],
  'company:manage': ['GET /companies/:id', 'PUT /companies/:id/schedules'],
  'webhooks:manage': [
    'GET /webhooks',
    'POST /webhooks',
    'PUT /webhooks/:id',
    'DELETE /webhooks/:id',
    'GET /webhooks/:id/deliveries',
    'POST /webhooks/deliveries/:id/replay',
  ],
  'invoices:pay': ['GET /invoices/all', 'POST /subscription'],
  'dashboard:view': ['GET /dashboard', 'GET /dashboard/rows'],
  'users:list': ['GET /users', 'GET /users/list', 'GET /users/:id'],
  'users:manage': ['POST /users', 'DELETE /users/:id'],
  'settings:read': ['GET /settings'],
  'settings:manage': [
    'PUT /settings/:key',
    'GET /holidays',
    'GET /holidays/:id',
    'POST /holidays',
    'PUT /holidays/:id',
    'DELETE /holidays/:id',
    'GET /other/payer/:contactId',
    'POST /other/payer',
  ],
  'queues:list': ['GET /queue', 'GET /queue/:id', 'GET /queue-options'],
  'queues:manage': [
    'POST /queue',
    'PUT /queue/:id',
    'DELETE /queue/:id',
    'POST /queue-options',
    'PUT /queue-options/:id',
    'DELETE /queue-options/:id',
    'POST /queue-options/order',
    'POST /queue/preview',
  ],
  'connections:list': ['GET /whatsapp'],
  'connections-page:addConnection': ['POST /whatsapp', 'GET /whatsapp/notice', 'POST /whatsapp/notice'],
  'connections-page:editOrDeleteConnection': ['PUT /whatsapp/:id', 'DELETE /whatsapp/:id', 'POST /whatsapp/:id/token'],
  'connections-page:actionButtons': [
    'GET /whatsapp/:id',
    'POST /whatsapp/:id/test',
    'POST /whatsappsession/:id',
    'PUT /whatsappsession/:id',
    'DELETE /whatsappsession/:id',
    'POST /whatsappsession/:id/code',
    'GET /whatsapp/:id/ledger',
  ],
  'tickets:handle': [
    'GET /tickets',
    'POST /tickets',
    'GET /tickets/:id',
    'GET /tickets/u/:uuid',
    'GET /tickets/:id/history',
    'PUT /tickets/:id',
    'GET /messages/:ticketId',
    'POST /messages/:ticketId',
    'POST /messages/:messageId/resend',
    'GET /messages/:ticketId/window',
    'POST /messages/:ticketId/forward',
    'GET /messages/:ticketId/transcript',
    'GET /whatsapp/:id/templates',
    'DELETE /messages/:messageId',
    'PUT /messages/:messageId',
    'GET /messages/:messageId/edits',
    'PUT /messages/:messageId/reaction',
    'GET /messages/search',
    'GET /messages/thread',
    'GET /saved-filters',
    'POST /saved-filters',
    'PUT /saved-filters/:id',
    'DELETE /saved-filters/:id',
    'POST /saved-filters/:id/restore',
  ],
  'contacts:use': ['GET /contacts', 'GET /contacts/list', 'GET /contacts/:id', 'POST /contacts', 'PUT /contacts/:id'],
  'contacts-page:export': ['GET /contacts/export'],
  'contacts:import': ['POST /contacts/import', 'POST /contacts/upload'],
  'contacts-page:deleteContact': ['DELETE /contacts/:id', 'DELETE /contact-list-items/:id'],
  'contacts:separate': ['POST /contacts/:id/separate'],
  'contact-lists:manage': [
    'GET /contact-lists',
    'GET /contact-lists/list',
    'GET /contact-lists/:id',
    'POST /contact-lists',
    'PUT /contact-lists/:id',
    'DELETE /contact-lists/:id',
    'POST /contact-lists/:id/upload',
    'GET /contact-lists/:id/imports/:importId',
    'POST /contact-lists/:id/contacts',
    'GET /contact-list-items',
    'GET /contact-list-items/:id',
    'POST /contact-list-items',
    'PUT /contact-list-items/:id',
  ],
  'campaigns:manage': [
    'GET /campaigns',
    'GET /campaigns/:id',
    'POST /campaigns',
    'PUT /campaigns/:id',
    'DELETE /campaigns/:id',
    'POST /campaigns/:id/cancel',
    'POST /campaigns/:id/restart',
    'POST /campaigns/:id/media-upload',
    'DELETE /campaigns/:id/media-upload',
    'POST /campaigns/:id/preview',
    'GET /campaigns/:id/recipients',
    'GET /campaigns/:id/recipients/export',
    'GET /campaign-settings',
    'POST /campaign-settings',
    'GET /suppressions',
    'POST /suppressions',
    'DELETE /suppressions/:id',
  ],
  'schedules:use': [
    'GET /schedules',
    'GET /schedules/:id',
    'POST /schedules',
    'PUT /schedules/:id',
    'DELETE /schedules/:id',
    'POST /schedules/:id/media-upload',
    'DELETE /schedules/:id/media-upload',
  ],
  'notes:use': ['GET /ticket-notes/list', 'POST /ticket-notes', 'DELETE /ticket-notes/:id'],
  'tags:use': [
    'GET /tags',
    'GET /tags/list',
    'GET /tags/:id',
    'POST /tags',
    'POST /tags/sync',
    'GET /tags/kanban',
    'GET /ticket/kanban',
    'PUT /ticket-tags/:ticketId/:tagId',
    'DELETE /ticket-tags/:ticketId',
  ],
  'tags:edit': ['PUT /tags/:id', 'DELETE /tags/:id', 'POST /tags/:id/restore', 'PUT /tags/kanban'],
  'quick-messages:use': [
    'GET /quick-messages',
    'GET /quick-messages/list',
    'GET /quick-messages/:id',
    'POST /quick-messages',
    'PUT /quick-messages/:id',
    'DELETE /quick-messages/:id',
    'POST /quick-messages/:id/restore',
    'POST /quick-messages/:id/use',
    'POST /quick-messages/:id/media-upload',
    'DELETE /quick-messages/:id/media-upload',
  ],
  'ticket-options:deleteTicket': ['DELETE /tickets/:id'],
  'simulator:drive': [
    'POST /simulator/:whatsappId/scan',
    'POST /simulator/:whatsappId/messages',
    'GET /simulator/:whatsappId/messages',
    'GET /simulator/:whatsappId/phones',
    'POST /simulator/:whatsappId/receipts',
    'POST /simulator/:whatsappId/calls',
    'POST /simulator/:whatsappId/typing',
    'GET /simulator/:whatsappId/typing',
    'POST /simulator/:whatsappId/identities',
    'POST /simulator/:whatsappId/phone-book',
    'POST /simulator/:whatsappId/faults',
  ],
};

/** What the holder of a billing token may call. */
const openToBilling = ['GET /other/payer/:contactId', 'POST /other/payer', 'GET /invoices/all', 'POST /subscription'];

/** What the server answers outside the API: nothing of a company is behind these. */
const outsideTheApi =
  /^GET (\/health\/(live|ready)|\/metrics|\/docs(\/openapi\.json)?|\/(\.well-known\/)?[\w.-]+\.\w+|\/assets\/(\w\w\/)?[\w.-]+\.\w+)$/;

/** Calls that are answered and do not stand in the table of routes, or stand there without a policy, or not with the agreed one. */
export function findUnguardedRoutes({ app, routes }: Pick<Http, 'app' | 'routes'>, answered = answeredBy(app)): Finding[] {
  const listed = new Set(routes.map((route) => unnamed(nameOf(route))));
  const unlisted = answered.filter((name) => !listed.has(name) && !outsideTheApi.test(name));
  return [
    ...unlisted.map((where) => ({ where, what: 'is answered and does not stand in the table of routes' })),
    ...routes.flatMap((route) => judge(route).map((what) => ({ where: nameOf(route), what }))),
  ];
}

function judge(route: Route): string[] {
  const known: string[] = ['public', 'session', 'super', 'connection', 'signed', ...permissions];
  const name = nameOf(route);
  return [
    !known.includes(route.policy) && 'has no policy',
    (route.openTo === 'billing') !== openToBilling.includes(name) && 'is open to billing tokens or not, against what was agreed on',
    !agreed[route.policy]?.includes(name) && `asks for ${route.policy}, which nobody agreed on`,
  ].filter((what) => what !== false);
}

const unnamed = (name: string) => name.replace(/:\w+(\|:\w+)*/g, ':');

/** The calls in the framework's own drawing of its routes. A step of the tree is four characters wide. */
export function answeredBy(app: Http['app']): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', path = '', methods = ''] = /^(.*?[├└]── )(\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
      if (branch === '') return [];
      above.splice(branch.length / 4 - 1, Infinity, path);
      const whole = unnamed(above.join(''));
      // HEAD comes with GET by itself.
      return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${whole}`]));
    });
}
