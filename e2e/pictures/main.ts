import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, startProduct } from '../../bench/processes.ts';
import { root } from '../../bench/site.ts';
import { furnish } from '../../demo/furnish.ts';
import { databaseIn, rememberPast } from '../../demo/past.ts';
import { billFor, speakForThePlatform } from '../../demo/platform.ts';
import { openChrome, openProfile } from '../chromium.ts';
import { closeAll, heightOf, isTouched, lookAt, prepare, settle, walk } from './look.ts';
import { type PictureOptions, readPictureOptions } from './options.ts';
import { placesOf } from './places.ts';
import { type Screen, screensAt, type Who } from './screens.ts';

/*
 * `npm run pictures`: the demo company on every screen, at four widths, in both themes and three languages, as pictures to look at, and
 * what can be judged without eyes: nothing cut, nothing sideways, nothing too small to press, nothing that axe calls serious.
 * `--only=/tickets --width=390 --language=es --theme=dark` narrows it.
 */

const folder = join(root, 'test-results', 'pictures');
const say = (line: string) => void process.stdout.write(`${line}\n`);
type Login = { email: string; password: string };

async function main(options: PictureOptions): Promise<number> {
  await build();
  const dataDir = await mkdtemp(join(tmpdir(), 'prosa-pictures-'));
  const password = randomBytes(9).toString('base64url');
  // First what may fail: nothing else runs on then.
  const browser = await openChrome();
  const product = await startProduct(dataDir, password, undefined, { PIX_KEY: 'financeiro@prosa.example' });
  try {
    const { url } = product;
    const platform = { email: 'admin@prosa.local', password };
    say('Furnishing the demo company ...');
    const [boss] = await furnish(url, password, async (past) => rememberPast(await databaseIn(dataDir), past));
    const admin = { email: boss?.email ?? '', password };
    await speakForThePlatform(url, platform);
    await billFor(url, platform, admin);
    const screens = screensAt(await placesOf(url, admin)).filter(({ name, path }) => `${name} ${path}`.includes(options.only));
    return await visitAll({ browser, url, logins: { admin, platform }, screens, options });
  } finally {
    await browser.close();
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Visit = {
  browser: Browser;
  url: string;
  logins: Record<Exclude<Who, 'nobody'>, Login>;
  screens: readonly Screen[];
  options: PictureOptions;
};

/** One browser at a time for each person, since a login elsewhere would end the one before. */
async function visitAll({ browser, url, logins, screens, options }: Visit): Promise<number> {
  let found = 0;
  for (const width of options.widths)
    for (const who of ['nobody', 'admin', 'platform'] as const) {
      const theirs = screens.filter((screen) => screen.who === who && !(screen.narrowOnly && !isTouched(width)));
      if (theirs.length === 0) continue;
      const { page, complaints, context } = await openProfile(browser, url, { width, height: heightOf(width), touch: isTouched(width) });
      await prepare(page);
      await page.goto('/login');
      if (who !== 'nobody') await enter(page, logins[who]);
      for (const language of options.languages) {
        await speak(page, language);
        for (const screen of theirs) found += await visit(page, screen, { language, width, options, complaints });
      }
      await context.close();
    }
  say(found === 0 ? `Nothing is wrong. Pictures are in ${folder}` : `${found} findings. Pictures are in ${folder}`);
  return found;
}

async function enter(page: Page, { email, password }: Login): Promise<void> {
  await page.locator('input[type=email], input[name=email]').first().fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tickets');
  await settle(page);
}

async function speak(page: Page, language: string): Promise<void> {
  await closeAll(page);
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.context().addCookies([{ name: 'language', value: language, url: page.url() }]);
  await page.reload();
  await settle(page);
}

type Look = { language: string; width: number; options: PictureOptions; complaints: string[] };

async function visit(page: Page, screen: Screen, { language, width, options, complaints }: Look): Promise<number> {
  const findings: string[] = [];
  try {
    // From somewhere else, so that the screen begins anew.
    await walk(page, screen.who === 'nobody' ? '/login' : '/helps');
    await walk(page, screen.path);
    await settle(page);
    await screen.act?.(page);
    const pictures = options.dry ? undefined : { folder: join(folder, language, String(width)), name: screen.name };
    findings.push(...(await lookAt(page, { themes: options.themes, pictures, withAxe: language === 'pt' })));
  } catch (error) {
    findings.push(`could not be looked at: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  findings.push(...complaints.splice(0).map((words) => `said in the console: ${words}`));
  if (findings.length > 0) say([`${screen.name} ${width} ${language}`, ...findings.map((words) => `  ${words}`)].join('\n'));
  return findings.length;
}

if ((await main(readPictureOptions(process.argv.slice(2)))) > 0) process.exitCode = 1;
