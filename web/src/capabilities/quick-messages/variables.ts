import { formatDate, formatTime } from '../../platform/language/format.ts';

/** What a quick message may hold between double braces, as the server fills it in. */
export const variableNames = ['name', 'firstName', 'greeting', 'protocol', 'date', 'hour', 'user', 'queue', 'company'] as const;

export type Facts = { name: string; protocol: string; user: string; queue: string; company: string; at: Date };

/** Automatic greetings are Portuguese whatever the screen's language: the customer reads them. */
function greetingAt(at: Date): string {
  const hour = Number(formatTime(at).slice(0, 2));
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}

const values: Record<string, (facts: Facts) => string> = {
  name: ({ name }) => name,
  firstName: ({ name }) => name.trim().split(/\s+/, 1)[0] ?? '',
  greeting: ({ at }) => greetingAt(at),
  gretting: ({ at }) => greetingAt(at),
  ms: ({ at }) => greetingAt(at),
  protocol: ({ protocol }) => protocol,
  date: ({ at }) => formatDate(at),
  hour: ({ at }) => formatTime(at),
  user: ({ user }) => user,
  queue: ({ queue }) => queue,
  company: ({ company }) => company,
};

/**
 * Fills in `{{variables}}`, so that the agent reads what the customer will. A value that has braces itself is left to the server, which
 * fills in everything once: what a customer calls themselves is never taken for a variable.
 */
export function fillVariables(text: string, facts: Facts): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (typed, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]?.(facts) : undefined;
    return value === undefined || value.includes('{{') ? typed : value;
  });
}
