import { z } from 'zod';
import { endpoint, ignoredCompany, liveChannel } from './kit.ts';

const enabledOrNot = z.enum(['enabled', 'disabled']);
const minutes = z
  .string()
  .regex(/^\d{1,5}$/, 'invalidNumber')
  .refine((text) => Number(text) <= 10_080, 'tooLong')
  .transform((text) => String(Number(text)));

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'invalidNumber')
    .refine((text) => Number(text) >= least && Number(text) <= most, 'invalidNumber')
    .transform((text) => String(Number(text)));

/** By its name in the list of zones; an offset such as `+03:00` means the opposite to PostgreSQL. */
const timeZone = z.string().refine((zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone), 'invalidTimeZone');

/** What an admin may set, and to what. Keys are the specification's. */
export const settingValues = {
  userRating: enabledOrNot,
  scheduleType: z.enum(['disabled', 'queue', 'company']),
  CheckMsgIsGroup: enabledOrNot,
  call: enabledOrNot,
  chatBotType: z.enum(['text']),
  sendGreetingAccepted: enabledOrNot,
  sendMsgTransfTicket: enabledOrNot,
  userCreation: enabledOrNot,
  /** Whether the server looks up what links in messages lead to. */
  linkPreview: enabledOrNot,
  timezone: timeZone,
  reopenWindowMinutes: minutes,
  /** How late a schedule may still be sent, after an outage. */
  scheduleMaxDelayMinutes: minutes,
  /** How long a campaign waits for the answer to its question. */
  campaignConfirmationHours: wholeNumber(1, 720),
  /** When campaigns send nothing, in the company's zone: `20:00-08:00`. */
  campaignQuietHours: z
    .string()
    .trim()
    .regex(/^(disabled|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/, 'invalid'),
  /** How many messages of campaigns leave over a connection in a day. 0: as many as there are. */
  campaignDailyCap: wholeNumber(0, 100_000),
} as const;
export type SettingKey = keyof typeof settingValues;
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingValues, key);

/** Of the platform's own company alone: where payments by Pix go, unless the environment says so. */
export const platformSettingValues = {
  pixKey: z.string().trim().max(77, 'tooLong'),
  pixName: z.string().trim().max(100, 'tooLong'),
  pixCity: z.string().trim().max(100, 'tooLong'),
} as const;
export const isPlatformSettingKey = (key: string): key is keyof typeof platformSettingValues => Object.hasOwn(platformSettingValues, key);

/** A base address as people paste it: without a scheme it is https, and the slash at its end is dropped. The call checks where it leads. */
const baseAddress = z
  .string()
  .trim()
  .max(500, 'tooLong')
  .transform((text) => (/^[\w-]+\.[^:]+(:\d+)?/.test(text) && !text.includes('://') ? `https://${text}` : text))
  .refine((text) => text === '' || isBaseAddress(text), 'invalidAddress')
  .transform((text) => text.replace(/\/+$/, ''));

const webAddress = z.url({ protocol: /^https?$/ });
const isBaseAddress = (text: string) => webAddress.safeParse(text).success && !/[@?#\s\\]/.test(text);

/** One line that goes into a header: no white space inside, nothing but ASCII. */
const credential = z
  .string()
  .trim()
  .max(500, 'tooLong')
  .regex(/^[!-~]*$/, 'invalid');

/** Keys to the company's billing systems, for the second copy of a bill. Empty: not used. Only admins see them, in no event. */
export const integrationValues = {
  ipixc: baseAddress,
  tokenixc: credential,
  ipmkauth: baseAddress,
  clientidmkauth: credential,
  clientsecretmkauth: credential,
  asaas: credential,
} as const;
export type IntegrationKey = keyof typeof integrationValues;
export const isIntegrationKey = (key: string): key is IntegrationKey => Object.hasOwn(integrationValues, key);
export const integrationKeys = Object.keys(integrationValues).filter(isIntegrationKey);
/** Of these nobody is shown more than the end; the rest is how one says "as it is" when a form is saved. */
export const secretKeys: readonly IntegrationKey[] = ['tokenixc', 'clientsecretmkauth', 'asaas'];
export const hiddenPart = '********';

export const Setting = z.object({ key: z.string(), value: z.string() });
export type Setting = z.output<typeof Setting>;

export const settingsApi = {
  list: endpoint('GET', '/settings', { query: z.object(ignoredCompany), reply: z.array(Setting) }),
  update: endpoint('PUT', '/settings/:key', {
    params: z.object({ key: z.string().max(100) }),
    body: z.object({ value: z.union([z.string().max(1000), z.number(), z.boolean()], { error: 'required' }).transform(String) }),
    reply: Setting,
  }),
};

export const settingsLive = liveChannel('settings', z.object({ action: z.literal('update'), setting: Setting }));
