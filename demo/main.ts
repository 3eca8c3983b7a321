import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { furnish } from './furnish.ts';
import { databaseIn, rememberPast } from './past.ts';
import { billFor, speakForThePlatform } from './platform.ts';

/** Waits for the server that `npm run demo` started, furnishes it and says how to get in. */
const url = `http://localhost:${process.env.PORT ?? 3000}`;

async function isReady(): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

while (!(await isReady())) await sleep(200);
// No password of this product is known beforehand, not even this one.
const password = randomBytes(6).toString('base64url');
const dataDir = process.env.DATA_DIR;
const logins = await furnish(url, password, async (past) => {
  if (dataDir !== undefined) await rememberPast(await databaseIn(dataDir), past);
});
const boss = { email: process.env.ADMIN_EMAIL ?? 'admin@prosa.local', password: process.env.ADMIN_PASSWORD ?? '' };
if (boss.password !== '') {
  await speakForThePlatform(url, boss);
  await billFor(url, boss, { email: logins[0]?.email ?? '', password });
}
const wide = Math.max(...logins.map(({ email }) => email.length));
console.log(`
The demo company is furnished. It is forgotten when this stops.

  ${url}   password of everybody: ${password}

${logins.map(({ email, profile, name }) => `  ${email.padEnd(wide)}  ${profile.padEnd(10)}  ${name}`).join('\n')}

${boss.password === '' ? '' : `  ${boss.email}  super-admin of the platform, password: ${boss.password}\n`}
Customers write on the page Simulador (as the admin).
`);
