import { fileOwners } from '../../src/capabilities/index.ts';
import { signAddress } from '../../src/platform/http/signed-address.ts';
import { newMediaKey } from '../../src/platform/storage/storage.ts';
import type { Answer } from './calls.ts';
import { type Finding, readTables } from './catalogue.ts';
import { canary, outsiders, type Stage } from './stage.ts';

const hour = 3_600_000;

/** Of every kind of thing that files belong to, or of some: a file of company B that nothing else holds. */
export async function findFileLeaks(stage: Stage, kinds = fileOwners.map(({ kind }) => kind)): Promise<Finding[]> {
  const held = (await readTables(stage.database)).filter(({ foreignKeys }) => foreignKeys.some(({ target }) => target === 'media'));
  const tables = fileOwners.map(({ table }) => table);
  // What is open to every company belongs to none, and keeps nothing of a company's.
  const ofCompanies = fileOwners.filter(({ everyCompany }) => !everyCompany);
  const findings = held
    .filter(({ name }) => !tables.includes(name))
    .map(({ name }) => ({ where: name, what: 'holds files, and nobody says who may open them' }));
  for (const { kind, table } of ofCompanies.filter((owner) => kinds.includes(owner.kind))) {
    const media = (await stage.furnish(stage.b.id, canary)).get('media');
    for (const { table: other } of ofCompanies.filter((owner) => owner.table !== table))
      await stage.database.query(`update ${other} set media_id = null where company_id = $1 and media_id = $2`, [stage.b.id, media?.id]);
    const found = await findLeaksOf(stage, String(media?.key));
    findings.push(...found.map(({ where, what }) => ({ where: `a file of a ${kind}: ${where}`, what })));
  }
  return findings;
}

/** Company B's file by every crooked address, as everybody outside B: never its bytes, always the answer for a file that does not exist. */
async function findLeaksOf(stage: Stage, theirs: string): Promise<Finding[]> {
  const { secrets, clock } = stage.world.server.platform;
  const ours = String(stage.a.rows.get('media')?.key);
  const signed = (key: string, companyId: number, after: number) =>
    signAddress(secrets, { key, companyId, expires: new Date(clock().getTime() + after) });
  const control = await stage.ask(nobody, { method: 'GET', path: signed(theirs, stage.b.id, hour) });
  if (!control.text.includes(canary)) return [{ where: 'B’s own address', what: `does not open its file: ${control.status}` }];

  const crooked = crookedAddresses({
    ours,
    theirs,
    oursSigned: signed(ours, stage.a.id, hour),
    theirsSigned: signed(theirs, stage.b.id, hour),
    expired: signed(theirs, stage.b.id, -hour),
  });
  const findings: Finding[] = [];
  for (const actor of [...outsiders(stage), nobody]) {
    const missing = `/public/${newMediaKey(stage.a.id)}`;
    const none = await stage.ask(actor, { method: 'GET', path: missing });
    for (const [name, path] of Object.entries(crooked)) {
      const answers = [await stage.ask(actor, { method: 'GET', path }), await stage.ask(actor, { method: 'HEAD', path })];
      for (const what of answers.map((answer, index) => judge(answer, none, index === 1)))
        if (what) findings.push({ where: `${name} as ${actor.name}`, what });
    }
  }
  return [
    ...findings,
    ...(await findBorrowedFiles(stage, signed(theirs, stage.b.id, hour), signed(newMediaKey(stage.a.id), stage.a.id, hour))),
  ];
}

const nobody = { name: 'nobody', credential: 'none' as const, token: () => '' };

function judge(answer: Answer, none: Answer, isHead: boolean): string | undefined {
  if (`${answer.text}${answer.headers}`.includes(canary)) return 'shows the file of company B';
  if (answer.status !== none.status || (!isHead && answer.text !== none.text))
    return `answers ${answer.status} ${answer.text.slice(0, 80)}, not like a file that does not exist`;
  return undefined;
}

function crookedAddresses(given: {
  ours: string;
  theirs: string;
  oursSigned: string;
  theirsSigned: string;
  expired: string;
}): Record<string, string> {
  const { ours, theirs, oursSigned, theirsSigned, expired } = given;
  const [bare, query = ''] = theirsSigned.split('?');
  const later = query.replace(/e=(\d+)/, (_, seconds: string) => `e=${Number(seconds) + 3600}`);
  return {
    'no signature': `/public/${theirs}`,
    'our signature on their file': `/public/${theirs}?${oursSigned.split('?')[1]}`,
    'an expired signature': expired,
    'a signature cut short': theirsSigned.slice(0, -1),
    'a signature made longer': `${theirsSigned}A`,
    'an empty signature': theirsSigned.replace(/s=.*/, 's='),
    'a later expiry': `${bare}?${later}`,
    'a variant that was not signed': `${theirsSigned}&v=small`,
    'two signatures': `${theirsSigned}&s=x`,
    'their file on our shelf': `/public/${ours.split('/').slice(0, 2).join('/')}/${theirs.split('/')[2]}`,
  };
}

/** An address of B's, handed in where A's people may hand in an address of their own. */
async function findBorrowedFiles(stage: Stage, theirs: string, missing: string): Promise<Finding[]> {
  const whatsappId = stage.a.rows.get('connections')?.id;
  const write = (mediaUrl: string) => ({
    method: 'POST',
    path: `/simulator/${String(whatsappId)}/messages`,
    body: { number: '5511900000001', mediaUrl },
  });
  const admin = outsiders(stage).filter(({ person }) => person.companyId === stage.a.id && person.rank.profile === 'admin');
  const findings: Finding[] = [];
  for (const actor of admin) {
    const [atTheirs, atNone] = [await stage.ask(actor, write(theirs)), await stage.ask(actor, write(missing))];
    if (atTheirs.status !== atNone.status || atTheirs.text !== atNone.text)
      findings.push({
        where: 'a message with B’s file',
        what: `answers ${atTheirs.status} ${atTheirs.text}, not ${atNone.status} ${atNone.text}`,
      });
  }
  return findings;
}
