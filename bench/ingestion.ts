import { openBareTransaction } from './bare-transaction.ts';
import { type IngestionBench, openIngestionBench } from './ingestion-bench.ts';
import { type Alone, ingest, ingestAlone, type Next, strangersNumber, type Target } from './ingestion-load.ts';
import { seeded } from './random.ts';
import { type Costly, costliest, statementsSent } from './statements.ts';
import { type Figures, figuresOf, median, type Round, ratioOf } from './statistics.ts';
import { phoneNumber } from './words.ts';

export type IngestionInput = {
  dataDir: string;
  url: string;
  companyId: number;
  tickets: number;
  password: string;
  seconds: number;
  rounds: number;
};
export type Scenario = {
  name: string;
  required: boolean;
  load: Figures;
  baseline: Figures;
  ratio: number;
  statements: number;
  cpuMicroseconds: number;
  costliest: Costly[];
};
export type IngestionResult = {
  scenarios: Scenario[];
  alone: Array<{ name: string; statements: number; roundTrips: number; received: number; processed: number }>;
};

const random = seeded(6);
const from =
  (targets: Target[]): Next =>
  () => {
    const { receiver, numbers } = random.pick(targets);
    return { receiver, number: random.pick(numbers) };
  };
const numbers = (count: number, first: number) => Array.from({ length: count }, (_, place) => phoneNumber(first + place));

function scenarios({ receivers }: IngestionBench, { companyId }: IngestionInput): Array<{ name: string; required: boolean; next: Next }> {
  const all = [...receivers.values()];
  const big = all.filter((receiver) => receiver.companyId === companyId).slice(0, 1);
  const small = all.filter((receiver) => receiver.companyId !== companyId);
  const firstNew = 20_000_000;
  return [
    {
      name: 'one company, 2,000 conversations',
      required: true,
      next: from(big.map((receiver) => ({ receiver, numbers: numbers(2_000, firstNew) }))),
    },
    {
      name: 'one company, one busy conversation',
      required: true,
      next: from(big.map((receiver) => ({ receiver, numbers: numbers(1, firstNew) }))),
    },
    {
      name: '50 companies, 40 conversations each',
      required: true,
      next: from(small.map((receiver) => ({ receiver, numbers: numbers(40, firstNew) }))),
    },
    {
      name: 'one company, every message from a new number',
      required: false,
      next: () => ({ receiver: random.pick(big), number: strangersNumber() }),
    },
  ];
}

async function measure(
  { server, owner }: IngestionBench,
  input: IngestionInput,
  { name, required, next }: { name: string; required: boolean; next: Next },
): Promise<Scenario> {
  const bare = await openBareTransaction(input.url, input.tickets);
  const loads: Round[] = [];
  const baselines: Round[] = [];
  const statements: number[] = [];
  const cpu: number[] = [];
  try {
    await bare.round(1);
    await ingest(owner, next, 1);
    for (let round = 0; round < input.rounds; round += 1) {
      baselines.push(await bare.round(input.seconds));
      const before = { statements: await statementsSent(owner), cpu: process.cpuUsage() };
      const load = await ingest(owner, next, input.seconds);
      const used = process.cpuUsage(before.cpu);
      loads.push(load);
      statements.push(((await statementsSent(owner)) - before.statements) / load.done);
      cpu.push((used.user + used.system) / load.done);
    }
    const costly = await costliest(owner, () => ingest(owner, next, input.seconds));
    server.platform.log.info({ name }, 'measured');
    return {
      name,
      required,
      load: figuresOf(loads),
      baseline: figuresOf(baselines),
      ratio: ratioOf(loads, baselines),
      statements: median(statements),
      cpuMicroseconds: median(cpu),
      costliest: costly,
    };
  } finally {
    await bare.close();
  }
}

async function main(): Promise<void> {
  const input: IngestionInput = JSON.parse(process.argv[2] ?? '');
  const stand = await openIngestionBench(input);
  try {
    const result: IngestionResult = { scenarios: [], alone: [] };
    const [receiver] = stand.receivers.values();
    if (!receiver) throw new Error('no connection is held');
    const summed = (name: string, { statements, roundTrips, received, processed }: Alone) =>
      result.alone.push({ name, statements, roundTrips, received: median(received), processed: median(processed) });
    const known = phoneNumber(20_000_000);
    await ingestAlone(stand.owner, stand.server, receiver, () => known);
    summed('a known conversation', await ingestAlone(stand.owner, stand.server, receiver, () => known));
    summed('a new contact and ticket', await ingestAlone(stand.owner, stand.server, receiver, strangersNumber));
    for (const scenario of scenarios(stand, input)) result.scenarios.push(await measure(stand, input, scenario));
    process.send?.(result);
  } finally {
    await stand.close();
  }
}

await main();
