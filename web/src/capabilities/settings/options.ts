import type { SettingKey } from '@prosa/contracts/settings';
import type { settingsMessages } from './settings.messages.ts';

type Words = keyof typeof settingsMessages.pt;
export type OptionKey = Extract<
  SettingKey,
  | 'userRating'
  | 'scheduleType'
  | 'CheckMsgIsGroup'
  | 'call'
  | 'chatBotType'
  | 'sendGreetingAccepted'
  | 'sendMsgTransfTicket'
  | 'userCreation'
  | 'linkPreview'
  | 'reopenWindowMinutes'
  | 'scheduleMaxDelayMinutes'
  | 'timezone'
>;
export type Choice = { value: string; label: Words };

const offOn: readonly Choice[] = [
  { value: 'disabled', label: 'off' },
  { value: 'enabled', label: 'on' },
];

/** The rows in their order. Those without choices of their own make them from what is possible. */
export const options: readonly { key: OptionKey; choices?: readonly Choice[] }[] = [
  {
    key: 'userRating',
    choices: [
      { value: 'disabled', label: 'offMany' },
      { value: 'enabled', label: 'onMany' },
    ],
  },
  {
    key: 'scheduleType',
    choices: [
      { value: 'disabled', label: 'off' },
      { value: 'queue', label: 'byQueue' },
      { value: 'company', label: 'byCompany' },
    ],
  },
  {
    key: 'CheckMsgIsGroup',
    choices: [
      { value: 'disabled', label: 'inactive' },
      { value: 'enabled', label: 'active' },
    ],
  },
  {
    key: 'call',
    choices: [
      { value: 'disabled', label: 'refuse' },
      { value: 'enabled', label: 'accept' },
    ],
  },
  { key: 'chatBotType', choices: [{ value: 'text', label: 'asText' }] },
  { key: 'sendGreetingAccepted', choices: offOn },
  { key: 'sendMsgTransfTicket', choices: offOn },
  { key: 'userCreation', choices: offOn },
  { key: 'linkPreview', choices: offOn },
  { key: 'reopenWindowMinutes' },
  { key: 'scheduleMaxDelayMinutes' },
  { key: 'timezone' },
];

/** What is offered of settings that are so many minutes. */
export const offeredMinutes: { [key in OptionKey]?: readonly number[] } = {
  reopenWindowMinutes: [0, 30, 60, 120, 240, 480, 1440],
  scheduleMaxDelayMinutes: [0, 15, 60, 240, 720, 1440, 2880, 4320],
};

/** The words for so many minutes. */
export function durationText(minutes: number): [Words, { n: number }] {
  if (minutes === 0) return ['never', { n: 0 }];
  if (minutes % 60 !== 0) return ['minutes', { n: minutes }];
  return [minutes === 60 ? 'anHour' : 'hours', { n: minutes / 60 }];
}

/** Brazil first, as most companies are there; a zone that is set and unknown to this browser stays to be seen. */
export function zonesWith(current: string): string[] {
  const all = Intl.supportedValuesOf('timeZone');
  return [...new Set([...brazil, current, ...all])];
}

const brazil = [
  'America/Sao_Paulo',
  'America/Bahia',
  'America/Fortaleza',
  'America/Recife',
  'America/Belem',
  'America/Manaus',
  'America/Cuiaba',
  'America/Campo_Grande',
  'America/Porto_Velho',
  'America/Boa_Vista',
  'America/Rio_Branco',
  'America/Noronha',
];

/** Places whose names are written otherwise than their zones. */
const places: Record<string, string> = {
  Sao_Paulo: 'São Paulo',
  Belem: 'Belém',
  Cuiaba: 'Cuiabá',
  Maceio: 'Maceió',
  Araguaina: 'Araguaína',
  Santarem: 'Santarém',
  Eirunepe: 'Eirunepé',
  Noronha: 'Fernando de Noronha',
  Asuncion: 'Asunción',
  Bogota: 'Bogotá',
};

/** São Paulo (GMT-3): the place and how far it is, as people say it. */
export function zoneName(zone: string, now = new Date()): string {
  const place = zone.split('/').at(-1) ?? zone;
  const name = places[place] ?? place.replaceAll('_', ' ');
  const offset = offsetOf(zone, now);
  return offset === undefined ? name : `${name} (${offset})`;
}

function offsetOf(zone: string, now: Date): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    return undefined;
  }
}
