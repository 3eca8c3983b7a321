import { DateTime } from 'luxon';

/** Values of the template variables. */
export type TemplateValues = {
  at: Date;
  /** The company's time zone. */
  zone: string;
  name: string;
  protocol: string;
  user?: string | null | undefined;
  queue?: string | null | undefined;
  company?: string | null | undefined;
};

const values: Record<string, (filling: TemplateValues) => string> = {
  name: ({ name }) => name,
  firstName: ({ name }) => name.trim().split(/\s+/, 1)[0] ?? '',
  greeting,
  gretting: greeting,
  ms: greeting,
  protocol: ({ protocol }) => protocol,
  date: (filling) => localTime(filling).toFormat('dd/MM/yyyy'),
  hour: (filling) => localTime(filling).toFormat('HH:mm'),
  user: ({ user }) => user ?? '',
  queue: ({ queue }) => queue ?? '',
  company: ({ company }) => company ?? '',
};

/** Fill in `{{variables}}`, in one pass: values are not expanded again and unknown variables are left as typed. */
export function fillTemplate(text: string, filling: TemplateValues): string {
  return text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (typed, name: string) => (Object.hasOwn(values, name) ? values[name]?.(filling) : typed) ?? typed,
  );
}

function greeting(filling: TemplateValues): string {
  const { hour } = localTime(filling);
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}

const localTime = ({ at, zone }: TemplateValues) => DateTime.fromJSDate(at, { zone });
