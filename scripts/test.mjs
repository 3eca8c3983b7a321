// `npm test`: everything. `npm test -- contacts`: the test files with that word in their path, and nothing else.
// `npm test -- --all`: also the longest journeys and kills (vitest.config.ts), and what takes each check of the application away and looks
// whether the tests of isolation see it.
// `npm test -- --only=types|lint|build|vitest`: one step. Other arguments go to vitest.
import './lib/node-version.mjs';

const { readdir, readFile, rm } = await import('node:fs/promises');
const { join, relative } = await import('node:path');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { capture, Failure, main, root, seconds, show, tool, toolEnv } = await import('./lib/run.mjs');
const { makeScratchFolder } = await import('./lib/scratch-folder.mjs');
const { systemParts } = await import('./lib/system.mjs');

const STEPS = { types: checkTypes, lint: checkLint, build, vitest: runVitest };

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const all = process.argv.includes('--all');
const forVitest = process.argv.slice(2).filter((argument) => !argument.startsWith('--only=') && argument !== '--all');
const words = forVitest.filter((argument) => !argument.startsWith('-'));
/** The only tests that open what is built: the page in a browser, and the server as it is started. */
const needingABuild = ['e2e', 'faults'];
let counts;
/** More failing files than this are no accident of a crowded machine. */
const mostTriedAgain = 5;

await main(async () => {
  if (only !== undefined && !(only in STEPS)) throw new Failure(`--only=${only}: there is ${Object.keys(STEPS).join(', ')}.`);
  await ensureInstalled();
  const steps = await stepsToTake();
  const summary = [];
  for (const [name, work] of Object.entries(STEPS)) {
    if (!steps.includes(name)) continue;
    const begun = performance.now();
    console.log(`\n== ${name}`);
    const good = await work().catch((error) => {
      console.error(error instanceof Failure ? error.message : error);
      return false;
    });
    summary.push(`${good ? 'passed' : 'FAILED'}  ${name.padEnd(8)}${seconds(begun)}`);
  }
  console.log(`\n== summary\n${summary.join('\n')}`);
  if (counts !== undefined) console.log(report(counts));
  return summary.some((line) => line.startsWith('FAILED')) ? 1 : 0;
});

/** Whoever names a word wants to see those tests soon, again and again. */
async function stepsToTake() {
  if (only !== undefined) return [only];
  if (words.length === 0) return Object.keys(STEPS);
  const folders = await Promise.all(needingABuild.map((folder) => readdir(join(root, folder)).then((names) => [folder, names])));
  const paths = folders.flatMap(([folder, names]) => names.filter((name) => name.includes('.test.')).map((name) => `${folder}/${name}`));
  return words.some((word) => paths.some((path) => path.includes(word) || word.includes(path))) ? ['build', 'vitest'] : ['vitest'];
}

async function checkTypes() {
  return await quietly(['contracts', 'server', 'web', '.'].map((project) => ['tsc', '-p', project]));
}

async function checkLint() {
  const ours = ['import-order', 'line-length', 'lockfile'].map((name) => ['node', `scripts/${name}.mjs`]);
  return await quietly([['biome', 'check', '.'], ['oxlint', '--type-aware'], ...ours, ['knip']]);
}

async function build() {
  await ensureBuilt();
  return true;
}

/** Two commands at a time; each one's output in one piece, and only when there is something to say. */
async function quietly(commands) {
  const waiting = [...commands];
  let good = true;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, ...args] = next;
      const begun = performance.now();
      const { code, output } = await capture(name === 'node' ? process.execPath : tool(name), args, { env: toolEnv() });
      if (code !== 0) good = false;
      console.log(`${next.join(' ')}: ${code === 0 ? 'good' : 'FAILED'} (${seconds(begun)})`);
      if (code !== 0) console.log(output.trimEnd());
    }
  };
  await Promise.all([worker(), worker()]);
  return good;
}

async function runVitest() {
  const isUsual = forVitest.length === 0 && !all;
  const env = { ...toolEnv(await systemParts()), ...(isUsual && { PROSA_TEST_ALL: 'no' }) };
  counts = await vitest(env, isUsual ? ['--project=!walls'] : forVitest);
  const files = [...new Set(counts.failures.map(({ file }) => file))];
  if (counts.failed === 0 || counts.isOutside || files.length > mostTriedAgain) return counts.failed === 0;
  // Among all the others, on a machine that may be starved, a wait can run out. A second try has the machine to itself; what passes
  // only then is named at the end as unsteady: a bug of the test or of the product, to be looked for.
  console.log(`\n== once more, alone: ${files.join(', ')}`);
  const again = await vitest(env, [...files, '--maxWorkers=1']);
  counts =
    again.failed > 0 ? counts : { ...counts, passed: counts.passed + counts.failed, failed: 0, failures: [], unsteady: counts.failures };
  return counts.failed === 0;
}

/** What a run of vitest came to. A failure outside of any test (an unhandled error) is one too and must not read as green. */
async function vitest(env, args) {
  const folder = await makeScratchFolder();
  const [file, unhandled] = [join(folder, 'report.json'), join(folder, 'unhandled')];
  const reporters = ['default', 'json', join(import.meta.dirname, 'lib', 'unhandled-errors.mjs')].map((name) => `--reporter=${name}`);
  try {
    const code = await show(tool('vitest'), ['run', ...reporters, `--outputFile.json=${file}`, ...args], {
      env: { ...env, TMPDIR: folder, UNHANDLED_ERRORS_FILE: unhandled },
    });
    const found = await readFile(file, 'utf8').then(countTests, () => ({ passed: 0, failed: 0, skipped: 0, failures: [] }));
    const isOutside = (await readFile(unhandled, 'utf8').catch(() => '')) !== '0' || (code !== 0 && found.failed === 0);
    return isOutside ? { ...found, failed: found.failed + 1, isOutside } : found;
  } finally {
    // What a test left that does not go must not keep the failed ones from their second try.
    await rm(folder, { recursive: true, force: true }).catch(({ message }) => console.log(message));
  }
}

function countTests(json) {
  const { testResults, numPassedTests, numPendingTests, numTodoTests } = JSON.parse(json);
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    // A file that fails before its first test, or after its last, has none to count; it counts as one.
    if (status === 'failed' && failed.length === 0) return [{ file, test: '', why: firstLine(message) }];
    return failed.map(({ title, failureMessages }) => ({ file, test: title, why: firstLine(failureMessages[0]) }));
  });
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures };
}

function firstLine(text = '') {
  return text.trim().split('\n', 1)[0].slice(0, 300);
}

/** The counts, and above them each failure by name: whoever sees only the end of a long log sees what matters. */
function report({ passed, failed, skipped, failures, unsteady = [] }) {
  const named = (word, list) => list.map(({ file, test, why }) => `${word}  ${file} > ${test}\n          ${why}`);
  const counted = `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...named('FAILED  ', failures), ...named('UNSTEADY', unsteady), counted].join('\n');
}
