// `npm test`: everything. `npm test -- --only=types|lint|build|vitest`; other arguments go to vitest.
import './lib/node-version.mjs';

const { mkdtemp, readFile, rm } = await import('node:fs/promises');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { capture, Failure, main, seconds, show, tool, toolEnv } = await import('./lib/run.mjs');
const { systemParts } = await import('./lib/system.mjs');

const STEPS = { types: checkTypes, lint: checkLint, build, vitest: runVitest };

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const forVitest = process.argv.slice(2).filter((argument) => !argument.startsWith('--only='));
let counts;

await main(async () => {
  if (only !== undefined && !(only in STEPS)) throw new Failure(`--only=${only}: there is ${Object.keys(STEPS).join(', ')}.`);
  await ensureInstalled();
  const summary = [];
  for (const [name, work] of Object.entries(STEPS)) {
    if (only !== undefined && only !== name) continue;
    const begun = performance.now();
    console.log(`\n== ${name}`);
    const good = await work().catch((error) => {
      console.error(error instanceof Failure ? error.message : error);
      return false;
    });
    summary.push(`${good ? 'passed' : 'FAILED'}  ${name.padEnd(8)}${seconds(begun)}`);
  }
  console.log(`\n== summary\n${summary.join('\n')}`);
  if (counts !== undefined) console.log(countsLine(counts));
  return summary.some((line) => line.startsWith('FAILED')) ? 1 : 0;
});

async function checkTypes() {
  return await quietly(['contracts', 'server', 'web', '.'].map((project) => ['tsc', '-p', project]));
}

async function checkLint() {
  return await quietly([['biome', 'check', '.'], ['oxlint', '--type-aware'], ['knip']]);
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
      const { code, output } = await capture(tool(name), args, { env: toolEnv() });
      if (code !== 0) good = false;
      console.log(`${next.join(' ')}: ${code === 0 ? 'good' : 'FAILED'} (${seconds(begun)})`);
      if (code !== 0) console.log(output.trimEnd());
    }
  };
  await Promise.all([worker(), worker()]);
  return good;
}

async function runVitest() {
  const env = toolEnv(await systemParts());
  const folder = await mkdtemp(join(tmpdir(), 'prosa-test-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...forVitest];
    const code = await show(tool('vitest'), args, { env });
    counts = await readFile(report, 'utf8').then(countTests, () => ({ passed: 0, failed: 1, skipped: 0 }));
    // Something outside of any test (an unhandled error, a threshold) is a failure too and must not read as green.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return code === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function countTests(json) {
  const report = JSON.parse(json);
  // A file that fails before its first test has none to count; it counts as one.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countsLine({ passed, failed, skipped }) {
  return `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
