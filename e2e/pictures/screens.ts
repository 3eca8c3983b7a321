import type { Page } from 'playwright-core';

export type Who = 'nobody' | 'admin' | 'platform';
export type Screen = {
  name: string;
  path: string;
  who: Who;
  /** What is pressed before the picture is taken: keys, which are the same in every language. */
  act?: (page: Page) => Promise<unknown>;
  /** Only where there is such a thing. */
  narrowOnly?: boolean;
};

/** Addresses that hold an id of the company that is looked at. */
export type Places = { ticket: string; contactList: string; campaign: string; chat: string };

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const dialogBy = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.locator('dialog[open]').waitFor({ timeout: 5_000 });
};
/** Not from the field of the conversation, which has the focus when one is opened with a keyboard at hand. */
const fromList = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  if (await page.evaluate(() => document.activeElement?.matches('textarea'))) await page.keyboard.press('Escape');
  await act(page);
};
const popover = (selector: string) => async (page: Page) => {
  await page.locator(selector).click();
  await page.locator('[popover]:popover-open[role]').first().waitFor({ timeout: 5_000 });
};
const typed = (key: string, words: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await page.keyboard.type(words);
  await page.waitForTimeout(800);
};

/** By its picture, which is the same in every language. */
const chosenBy = (icon: string) => `[role=menuitem]:has(.lucide-${icon})`;
const inSight = '[data-open]';
const historyOf = async (page: Page) => {
  await page.locator(`${inSight} header button[aria-haspopup=menu]`).last().click();
  await page.locator(chosenBy('circle-question-mark')).click();
  await page.locator('dialog[open]').waitFor({ timeout: 5_000 });
};
const chosenMessage = async (page: Page) => {
  await page.locator(`${inSight} [role=log] [data-focus]`).last().focus();
  await page.keyboard.press('Enter');
  await page.locator(chosenBy('forward')).click();
  await page.locator('[role=toolbar]:has(.lucide-forward)').waitFor({ timeout: 5_000 });
};
const forwardingOf = async (page: Page) => {
  await chosenMessage(page);
  await page.locator('[role=toolbar] button:has(.lucide-forward)').click();
  await page.locator('dialog[open]').waitFor({ timeout: 5_000 });
};
const editingOwn = async (page: Page) => {
  const field = page.locator(`${inSight} textarea`);
  await field.fill('Já verifico para você, um momento.');
  await field.press('Enter');
  await page.waitForTimeout(2_000);
  await field.press('ArrowUp');
};

/** The tour as somebody left it who has reloaded the page. */
const atStep = (step: number) => async (page: Page) => {
  await page.evaluate((place) => localStorage.setItem(`tour-${localStorage.getItem('signedIn')}`, String(place)), step);
  await page.reload();
  await page.waitForTimeout(800);
};

const of = (who: Who, screens: readonly Omit<Screen, 'who'>[]): Screen[] => screens.map((screen) => ({ ...screen, who }));

/** A page of records, and its form. */
const records = (name: string, path: string): Omit<Screen, 'who'>[] => [
  { name, path },
  { name: `${name}-new`, path, act: dialogBy('n') },
];

const topBar = 'header[data-region]';

/** Every screen of the product, and what opens over it by a key or from the top bar. */
export const screensAt = (places: Places): Screen[] => [
  ...of('nobody', [
    { name: 'login', path: '/login' },
    { name: 'signup', path: '/signup' },
  ]),
  ...of('admin', [
    { name: 'tickets', path: '/tickets' },
    { name: 'tickets-pending', path: '/tickets', act: press('p') },
    { name: 'tickets-resolved', path: '/tickets', act: press('2') },
    { name: 'tickets-search', path: '/tickets', act: typed('3', 'pedido') },
    { name: 'tickets-new', path: '/tickets', act: dialogBy('n') },
    { name: 'palette', path: '/tickets', act: dialogBy('Control+k') },
    { name: 'palette-found', path: '/tickets', act: typed('Control+k', 'a') },
    { name: 'keys', path: '/tickets', act: dialogBy('?') },
    { name: 'account', path: '/tickets', act: popover(`${topBar} button[aria-haspopup=menu]`) },
    { name: 'notifications', path: '/tickets', act: popover(`${topBar} button[aria-haspopup=dialog] >> nth=-3`) },
    {
      name: 'menu',
      path: '/tickets',
      narrowOnly: true,
      act: (page) => page.locator(`${topBar} button`).first().click(),
    },
    { name: 'ticket', path: places.ticket },
    { name: 'ticket-transfer', path: places.ticket, act: fromList(dialogBy('t')) },
    { name: 'ticket-tags', path: places.ticket, act: fromList(press('l')) },
    { name: 'ticket-contact', path: places.ticket, act: fromList(press('i')) },
    { name: 'ticket-schedule', path: places.ticket, act: fromList(dialogBy('s')) },
    { name: 'ticket-find', path: places.ticket, act: typed('Control+f', 'a') },
    { name: 'ticket-history', path: places.ticket, act: historyOf },
    { name: 'ticket-chosen', path: places.ticket, act: chosenMessage },
    { name: 'ticket-forward', path: places.ticket, act: forwardingOf },
    { name: 'ticket-edit', path: places.ticket, act: editingOwn },
    { name: 'ticket-transcript', path: `${places.ticket}/transcript` },
    { name: 'dashboard', path: '/' },
    ...records('quick-messages', '/quick-messages'),
    { name: 'kanban', path: '/kanban' },
    { name: 'tasks', path: '/todolist' },
    ...records('contacts', '/contacts'),
    ...records('schedules', '/schedules'),
    ...records('tags', '/tags'),
    { name: 'chats', path: '/chats' },
    { name: 'chat', path: places.chat },
    { name: 'helps', path: '/helps' },
    ...records('campaigns', '/campaigns'),
    { name: 'campaign-report', path: places.campaign },
    ...records('contact-lists', '/contact-lists'),
    ...records('contact-list', places.contactList),
    { name: 'campaigns-config', path: '/campaigns-config' },
    ...records('connections', '/connections'),
    { name: 'simulator', path: '/simulator' },
    ...records('queues', '/queues'),
    ...records('users', '/users'),
    { name: 'messages-api', path: '/messages-api' },
    ...records('webhooks', '/webhooks'),
    { name: 'billing', path: '/financeiro' },
    { name: 'subscription', path: '/subscription' },
    { name: 'settings', path: '/settings' },
    { name: 'not-found', path: '/nowhere' },
    // Last, since it stays until it is left.
    { name: 'tour', path: '/tickets', act: atStep(0) },
    { name: 'tour-end', path: places.ticket, act: atStep(3) },
    { name: 'tour-over', path: '/tickets', act: atStep(99) },
  ]),
  ...of('platform', [
    ...records('announcements', '/announcements'),
    { name: 'alarms', path: '/alarms' },
    ...records('companies', '/settings?tab=companies'),
    ...records('plans', '/settings?tab=plans'),
    ...records('help-videos', '/settings?tab=helps'),
    { name: 'overview', path: '/settings?tab=overview' },
  ]),
];
