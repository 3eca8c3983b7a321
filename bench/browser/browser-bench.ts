import pg from 'pg';
import type { Page } from 'playwright-core';
import { openChrome, openProfile } from '../../e2e/chromium.ts';
import { adminEmail, password } from '../generate.ts';
import { startProduct, tokenOf } from '../processes.ts';
import type { Site } from '../site.ts';

/** How many conversations the measured agent serves, and how many messages the longest one has. */
export const served = 40;
export const longMessages = 50_000;
const writerEmail = 'agente3@medicao.exemplo';

export type Chat = { uuid: string; number: string; connectionId: number };
export type BrowserBench = {
  page: Page;
  /** Of the served conversations, newest first; the first one is the long one. */
  chats: Chat[];
  /** Lets a customer write, through the whole product. */
  write(chat: Chat, body: string): Promise<void>;
  close(): Promise<void>;
};

/** The built product with a big company in it, and an agent of that company in a real browser. */
export async function openBrowserBench(site: Site): Promise<BrowserBench> {
  const product = await startProduct(site.dataDir, password);
  const browser = await openChrome();
  try {
    const chats = await assignTickets(site);
    const { page } = await openProfile(browser, product.url);
    // What is run in the page was compiled for here, where functions keep their names through a helper.
    await page.addInitScript('globalThis.__name = (named) => named');
    await logIn(page);
    const token = await tokenOf(product.url, writerEmail);
    const write = async ({ number, connectionId }: Chat, body: string) => {
      const answer = await fetch(`${product.url}/simulator/${connectionId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ number, body }),
      });
      if (!answer.ok) throw new Error(`a customer could not write: ${answer.status}`);
    };
    const close = async () => {
      await browser.close();
      await product.stop();
    };
    return { page, chats, write, close };
  } catch (error) {
    await browser.close();
    await product.stop();
    throw error;
  }
}

/** The admin serves the newest open tickets, the first of which is very long; a colleague may play the customers. */
async function assignTickets(site: Site): Promise<Chat[]> {
  const owner = new pg.Client({ connectionString: site.url });
  await owner.connect();
  try {
    const { rows } = await owner.query<Chat & { id: number; messages: number }>(
      `
        with admin as (select id, company_id from users where email = $1),
        mine as (
          update tickets t
          set user_id = admin.id, unread_messages = 0
          from admin
          where t.id in (
            select id
            from tickets
            where company_id = admin.company_id and status = 'open'
            order by updated_at desc, id desc
            limit $2)
          returning t.id, t.uuid, t.contact_id, t.connection_id, t.updated_at)
        select mine.id, mine.uuid, c.number,
          mine.connection_id as "connectionId",
          (select count(*)::int from messages m where m.ticket_id = mine.id) as messages
        from mine
        join contacts c on c.id = mine.contact_id
        order by mine.updated_at desc, mine.id desc`,
      [adminEmail, served],
    );
    const [long] = rows;
    if (!long) throw new Error('the company has no open tickets');
    await owner.query(
      `
        insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, ack,
          read, created_at, received_at)
        select t.company_id, t.id, t.connection_id, t.contact_id, c.number, n % 3 = 0, 'LONG' || n,
          'Mensagem ' || n || repeat(' com mais algumas palavras', n % 7),
          3, true, at, at
        from tickets t
        join contacts c on c.id = t.contact_id, generate_series(1, $2::int) n, lateral (
          select t.created_at - n * interval '1 minute' as at) a
        where t.id = $1`,
      [long.id, Math.max(0, longMessages - long.messages)],
    );
    await owner.query('update messages set read = true where ticket_id = any($1) and not read', [rows.map(({ id }) => id)]);
    await owner.query(`update users set profile = 'admin' where email = $1`, [writerEmail]);
    // PostgreSQL would do it by itself in the middle of what is measured.
    await owner.query('vacuum (analyze) messages, tickets');
    return rows;
  } finally {
    await owner.end();
  }
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(adminEmail);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');
  await page.locator('a[data-row]').first().waitFor();
}
