import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** For a machine busy with much else; whatever is waited for ends the wait as soon as it is there. */
const patience = { expect: { poll: { timeout: 90_000, interval: 50 } } };
/** Longer than any single wait in them, so that a wait in vain says itself what it waited for. */
const slow = { testTimeout: 300_000, hookTimeout: 300_000, ...patience };

// These put other code in the place of ours, so they can not share the code that others have already read.
const takesAway = 'server/test/isolation/take-away-checks.test.ts';
const replacing = [
  'web/src/app/routes.test.tsx',
  'web/src/platform/live/live-session.test.tsx',
  'web/src/capabilities/payments/pay-dialog.test.tsx',
];

/** The longest of their projects, the longest first. */
const longest = [
  'e2e/accessibility.test.ts',
  'e2e/chats.test.ts',
  'e2e/schedules-and-lists.test.ts',
  'e2e/platform-talk.test.ts',
  'e2e/kanban.test.ts',
  'e2e/companies.test.ts',
  'e2e/payments.test.ts',
  'e2e/tickets.test.ts',
  'faults/channels.test.ts',
  'faults/nodes.test.ts',
  'faults/campaigns.test.ts',
  'faults/crash-points.test.ts',
  'isolation/isolation.test.ts',
  'isolation/take-away.test.ts',
  'operations/backup.test.ts',
];

/**
 * Long journeys and kills of parts that seldom change, each beside quicker tests of the same part. Without them `npm test` stays within
 * its half hour on two cores; `npm test -- --all`, and whoever names them, runs them too.
 */
const onlyInFull = [
  'e2e/schedules-and-lists.test.ts',
  'e2e/companies.test.ts',
  'e2e/queues.test.ts',
  'e2e/quick-messages.test.ts',
  'e2e/campaigns.test.ts',
  'e2e/doors.test.ts',
  'e2e/platform-talk.test.ts',
  'e2e/payments.test.ts',
  'faults/companies.test.ts',
  'faults/bot.test.ts',
  'faults/bills.test.ts',
  'faults/fetches.test.ts',
];
const leftOut = process.env.PROSA_TEST_ALL === 'no' ? onlyInFull : [];

/** So they say on their first line. */
const needsAPage = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');

/**
 * Projects come in the order of their names. One long file among the last would leave the other workers idle: it begins first, and so
 * do the longest of each project. A worker ends where the next file wants another environment: those that want one stand together.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const place = longest.findIndex((name) => file.moduleId.endsWith(name));
      return place >= 0 ? place - longest.length : needsAPage(file) ? 1 : 0;
    };
    const isWall = ({ project }: TestSpecification) => project.name === 'walls';
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const ranked = projects.flatMap((project) => sorted.filter((file) => file.project === project).toSorted((a, b) => rank(a) - rank(b)));
    return [...ranked.filter(isWall), ...ranked.filter((file) => !isWall(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Much of what is tested waits: for a lease to run out, for a process to start. Two more than cores keep them busy.
    maxWorkers: availableParallelism() + 2,
    projects: [
      // Mostly pure functions; what needs a page without showing anything says so on its first line.
      {
        test: {
          name: 'rules',
          isolate: false,
          include: ['contracts/src/**/*.test.ts', 'server/src/**/*.rules.test.ts', 'web/src/**/*.test.ts', 'bench/**/*.test.ts'],
          ...slow,
        },
      },
      {
        test: {
          name: 'server',
          // Every file has a server and a database of its own; what they share is the code, read once for each worker.
          isolate: false,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: ['server/src/**/*.rules.test.ts', takesAway],
          globalSetup: ['server/test/database.ts'],
          ...slow,
        },
      },
      { test: { name: 'walls', include: [takesAway], globalSetup: ['server/test/database.ts'], ...slow } },
      {
        test: {
          name: 'web',
          isolate: false,
          include: ['web/src/**/*.test.tsx'],
          exclude: replacing,
          environment: 'jsdom',
          setupFiles: ['web/test/one-page.ts'],
          ...slow,
        },
      },
      { test: { name: 'web-alone', include: replacing, environment: 'jsdom', ...slow } },
      {
        test: {
          name: 'faults',
          isolate: false,
          include: ['faults/**/*.test.ts'],
          exclude: leftOut,
          globalSetup: ['faults/migrated-files.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          ...patience,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          exclude: leftOut,
          globalSetup: ['server/test/database.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          ...patience,
        },
      },
    ],
  },
});
