import { type Message, messageLive } from '@prosa/contracts/messages';
import type { CheckerDatabase } from './checker-database.ts';
import type { Company, Ledger } from './ledger.ts';
import { until } from './waiting.ts';

type ReceivedEvent = { seq: number; action: 'create' | 'update'; message: Message };

const withoutNumber = (data: Record<string, unknown>) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'seq'));

/** What a company's screen was told about messages, by number. */
function messageEventsOf({ watcher }: Company): ReceivedEvent[] {
  return [...watcher.heard.values()]
    .filter(({ name }) => name.endsWith(`-${messageLive.name}`))
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ seq, data }) => {
      const parsed = messageLive.message.safeParse(withoutNumber(data));
      return parsed.success ? [{ seq, action: parsed.data.action, message: parsed.data.message }] : [];
    });
}

/** An ack only ever grows; -1 (failed) says nothing about how far it came. */
export function ackFindings({ companies }: Ledger): string[] {
  return companies.flatMap((company) => {
    const furthest = new Map<number, number>();
    return messageEventsOf(company).flatMap(({ seq, message: { id, ack } }) => {
      const before = furthest.get(id) ?? -1;
      furthest.set(id, Math.max(before, ack));
      return ack < before ? [`message ${id} from ${before} to ${ack} in event ${seq}`] : [];
    });
  });
}

/** A screen that stayed open through every break knows each message that a fresh one would load, and heard of each once. */
export async function liveFindings({ companies }: Ledger, truth: CheckerDatabase, seconds: number): Promise<string[]> {
  const findings = await Promise.all(
    companies.map(async (company) => {
      const { watcher, id } = company;
      const stored = await truth.rows<{ id: string }>('select id from messages where company_id = $1', [id]);
      const created = () =>
        messageEventsOf(company)
          .filter(({ action }) => action === 'create')
          .map(({ message }) => message.id);
      const missing = () => {
        const known = new Set(created());
        return stored.map((row) => Number(row.id)).filter((messageId) => !known.has(messageId));
      };
      if (watcher.reloads > 0) return watcher.disorder;
      await until('the screen has heard everything', () => missing().length === 0, seconds).catch(() => undefined);
      const all = created();
      const twice = all.filter((messageId, place) => all.indexOf(messageId) !== place);
      return [
        ...watcher.disorder,
        ...missing().map((messageId) => `company ${id}: message ${messageId} never heard of`),
        ...twice.map((messageId) => `company ${id}: message ${messageId} created twice`),
      ];
    }),
  );
  return findings.flat();
}
