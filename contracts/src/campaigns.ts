import { z } from 'zod';
import { ContactListItem } from './contact-lists.ts';
import { flagField, longText, nameField, normalizeLineBreaks, phoneDigits, phoneText } from './fields.ts';
import { Done, endpoint, Instant, id, idOrNone, idText, ignoredCompany, liveChannel, PageQuery, recordChange } from './kit.ts';

export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Why a campaign that runs sends nothing at the moment. */
export const campaignHolds = ['quietHours', 'dailyCap', 'connection', 'otherCampaign', 'disabled'] as const;
export type CampaignHold = (typeof campaignHolds)[number];

/** Up to five texts, of which each person gets one, and as many questions asked before it. */
export const variantNumbers = [1, 2, 3, 4, 5] as const;

const Texts = z.object({
  message1: z.string(),
  message2: z.string(),
  message3: z.string(),
  message4: z.string(),
  message5: z.string(),
  confirmationMessage1: z.string(),
  confirmationMessage2: z.string(),
  confirmationMessage3: z.string(),
  confirmationMessage4: z.string(),
  confirmationMessage5: z.string(),
});
export type CampaignTexts = z.output<typeof Texts>;
export type CampaignTextKey = keyof CampaignTexts;

/** A message that is sent to everybody on a list. Who they are and what became of each is asked for by itself. */
export const Campaign = Texts.extend({
  id: z.int(),
  companyId: z.int(),
  name: z.string(),
  status: z.enum(campaignStatuses),
  /** Whether each person is asked first. */
  confirmation: z.boolean(),
  scheduledAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  /** Nothing: the connection that is the default when it starts. */
  whatsappId: z.int().nullable(),
  whatsapp: z.object({ id: z.int(), name: z.string() }).nullable(),
  contactListId: z.int().nullable(),
  contactList: z.object({ id: z.int(), name: z.string(), contactsCount: z.int() }).nullable(),
  /** The file is served under `/public/{mediaPath}`. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Why it was stopped by itself: a code of `errors.ts`. */
  reason: z.string().nullable(),
  hold: z.enum(campaignHolds).nullable(),
  /** People on the list whose number is not known to be wrong. */
  valid: z.int(),
  confirmationRequested: z.int(),
  confirmed: z.int(),
  /** These four are everybody. Who has not answered a question yet is waiting. */
  delivered: z.int(),
  failed: z.int(),
  skipped: z.int(),
  waiting: z.int(),
  estimatedEndAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Campaign = z.output<typeof Campaign>;

/** The people of one campaign under the specification's names. A list of campaigns and an event leave them out. */
export const CampaignDetail = Campaign.extend({
  contactList: z
    .object({ id: z.int(), name: z.string(), contactsCount: z.int(), contacts: z.array(ContactListItem).optional() })
    .nullable(),
  shipping: z
    .array(
      z.object({
        id: z.int(),
        campaignId: z.int(),
        name: z.string(),
        number: z.string(),
        message: z.string().nullable(),
        confirmationRequestedAt: Instant.nullable(),
        confirmedAt: Instant.nullable(),
        deliveredAt: Instant.nullable(),
      }),
    )
    .optional(),
});
export type CampaignDetail = z.output<typeof CampaignDetail>;

export const recipientStates = ['waiting', 'awaiting', 'sent', 'failed', 'skipped'] as const;
export type RecipientState = (typeof recipientStates)[number];
export const consentSources = ['list', 'confirmation', 'word', 'admin'] as const;

export const CampaignRecipient = z.object({
  id: z.int(),
  name: z.string(),
  number: z.string(),
  /** `awaiting`: asked, and not answered yet. */
  state: z.enum(recipientStates),
  /** Why it failed or was skipped: a code of `errors.ts`. */
  reason: z.string().nullable(),
  message: z.string().nullable(),
  confirmationRequestedAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  /** Where the consent to write to them comes from, and since when. */
  consentSource: z.enum(consentSources),
  consentAt: Instant,
});
export type CampaignRecipient = z.output<typeof CampaignRecipient>;

/** With an offset it is an instant; without one, as a form's field gives it, it is a time of the company's zone. */
const dateAndTime = /^(\d{4})-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const isInCalendar = (text: string) => {
  const year = Number(dateAndTime.exec(text)?.[1]);
  return year >= 2000 && year <= 2100 && !Number.isNaN(Date.parse(text.replace(' ', 'T')));
};
const scheduledAt = z
  .string()
  .trim()
  .max(40, 'invalidDate')
  .refine((text) => text === '' || isInCalendar(text), 'invalidDate')
  .transform((text) => (text === '' ? null : text))
  .nullable();
const body = longText
  .transform((text) => normalizeLineBreaks(text).trim())
  .nullable()
  .transform((text) => text ?? '');

const fields = {
  name: nameField,
  confirmation: flagField,
  scheduledAt,
  whatsappId: idOrNone('connection'),
  contactListId: idOrNone('contactList'),
};
const texts = {
  message1: body.optional(),
  message2: body.optional(),
  message3: body.optional(),
  message4: body.optional(),
  message5: body.optional(),
  confirmationMessage1: body.optional(),
  confirmationMessage2: body.optional(),
  confirmationMessage3: body.optional(),
  confirmationMessage4: body.optional(),
  confirmationMessage5: body.optional(),
};
export const CampaignInput = z.object({
  ...fields,
  ...texts,
  confirmation: fields.confirmation.default(false),
  scheduledAt: scheduledAt.default(null),
  whatsappId: fields.whatsappId.default(null),
  contactListId: fields.contactListId.default(null),
  ...ignoredCompany,
});
export const CampaignUpdate = z.object({
  name: nameField.optional(),
  confirmation: fields.confirmation.optional(),
  scheduledAt: scheduledAt.optional(),
  whatsappId: fields.whatsappId.optional(),
  contactListId: fields.contactListId.optional(),
  ...texts,
  ...ignoredCompany,
});

/** How each text will read for one person, and when the last one would leave if it started at its time, or now. */
export const CampaignPreview = z.object({
  contact: z.object({ id: z.int(), name: z.string(), number: z.string(), email: z.string() }),
  messages: z.array(z.object({ variant: z.int(), body: z.string() })),
  confirmations: z.array(z.object({ variant: z.int(), body: z.string() })),
  recipients: z.int(),
  estimatedEndAt: Instant,
});

const one = z.object({ id: idText('campaign') });
const file = { field: 'file', max: 1 } as const;
export const campaignsApi = {
  /** The newest first. */
  list: endpoint('GET', '/campaigns', {
    query: PageQuery.extend({ status: z.enum(campaignStatuses).optional(), ...ignoredCompany }),
    reply: z.object({ records: z.array(Campaign), count: z.int(), hasMore: z.boolean() }),
  }),
  /** `people=false` leaves out the contacts of the list and the shippings, which may be many. */
  show: endpoint('GET', '/campaigns/:id', {
    params: one,
    query: z.object({ people: z.enum(['true', 'false']).default('true'), ...ignoredCompany }),
    reply: CampaignDetail,
  }),
  /** The file may come in the same form, so that no campaign starts before its file is stored. */
  create: endpoint('POST', '/campaigns', { body: CampaignInput, files: file, reply: Campaign }),
  update: endpoint('PUT', '/campaigns/:id', { params: one, body: CampaignUpdate, files: file, reply: Campaign }),
  remove: endpoint('DELETE', '/campaigns/:id', { params: one, reply: Done }),
  cancel: endpoint('POST', '/campaigns/:id/cancel', { params: one, reply: Campaign }),
  restart: endpoint('POST', '/campaigns/:id/restart', { params: one, reply: Campaign }),
  attach: endpoint('POST', '/campaigns/:id/media-upload', { params: one, files: file, reply: Campaign }),
  detach: endpoint('DELETE', '/campaigns/:id/media-upload', { params: one, reply: Campaign.extend(Done.shape) }),
  preview: endpoint('POST', '/campaigns/:id/preview', {
    params: one,
    body: z.object({ contactListItemId: id('contactListItem'), ...ignoredCompany }),
    reply: CampaignPreview,
  }),
  recipients: endpoint('GET', '/campaigns/:id/recipients', {
    params: one,
    query: PageQuery.extend({ state: z.enum(recipientStates).optional(), ...ignoredCompany }),
    reply: z.object({ records: z.array(CampaignRecipient), count: z.int(), hasMore: z.boolean() }),
  }),
};
/** What became of each, as a CSV file. */
export const recipientsExport = { path: '/campaigns/:id/recipients/export', fileName: 'destinatarios.csv' } as const;

export const pacingChoices = {
  messageInterval: [0, 5, 10, 15, 20],
  longerIntervalAfter: [0, 5, 10, 15, 20],
  greaterInterval: [0, 20, 30, 40, 50, 60],
} as const;
export type PacingKey = keyof typeof pacingChoices;
export type CampaignPacing = Record<PacingKey, number>;
export const defaultPacing: CampaignPacing = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };

const choiceOf = (choices: readonly number[]) =>
  z.preprocess<unknown, z.ZodType<number>, number | string>(
    (given: unknown) => (typeof given === 'string' && /^\s*\d{1,3}\s*$/.test(given) ? Number(given) : given),
    z.int({ error: 'invalidNumber' }).refine((number) => choices.includes(number), 'invalidNumber'),
  );
export const variableKey = z
  .string({ error: 'required' })
  .min(1, { error: 'required', abort: true })
  .max(32, 'tooLong')
  .regex(/^[^\s{}]+$/, 'invalidKey');
const Variable = z.object({ key: variableKey, value: z.string({ error: 'required' }).max(1000, 'tooLong') });
export type CampaignVariable = z.output<typeof Variable>;
const areDifferent = (variables: CampaignVariable[]) => new Set(variables.map(({ key }) => key)).size === variables.length;
const variables = z.preprocess<unknown, z.ZodType<CampaignVariable[]>, CampaignVariable[] | string>(
  (given: unknown) => (typeof given === 'string' ? parsed(given) : given),
  z.array(Variable).max(100, 'invalidList').refine(areDifferent, 'alreadyThere'),
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const CampaignSettings = z.object({
  messageInterval: choiceOf(pacingChoices.messageInterval).optional(),
  longerIntervalAfter: choiceOf(pacingChoices.longerIntervalAfter).optional(),
  greaterInterval: choiceOf(pacingChoices.greaterInterval).optional(),
  variables: variables.optional(),
});
/** `value` is JSON text. */
export const CampaignSetting = z.object({ key: CampaignSettings.keyof(), value: z.string() });
export type CampaignSetting = z.output<typeof CampaignSetting>;

export const campaignSettingsApi = {
  list: endpoint('GET', '/campaign-settings', { query: z.object(ignoredCompany), reply: z.array(CampaignSetting) }),
  save: endpoint('POST', '/campaign-settings', {
    body: z.object({ settings: CampaignSettings, ...ignoredCompany }),
    reply: z.array(CampaignSetting),
  }),
};

/** A number that no campaign reaches. Of it only the end is known, and a keyed hash. */
export const Suppression = z.object({
  id: z.int(),
  number: z.string(),
  source: z.enum(['word', 'admin']),
  createdAt: Instant,
});
export type Suppression = z.output<typeof Suppression>;

export const suppressionsApi = {
  /** `searchParam`: a whole number is found by its hash, four digits by the end. */
  list: endpoint('GET', '/suppressions', {
    query: PageQuery.extend(ignoredCompany),
    reply: z.object({ records: z.array(Suppression), count: z.int(), hasMore: z.boolean() }),
  }),
  create: endpoint('POST', '/suppressions', {
    body: z.object({
      number: phoneText(
        z
          .string({ error: 'required' })
          .trim()
          .min(1, { error: 'required', abort: true })
          .max(50, 'tooLong')
          .transform(phoneDigits)
          .pipe(z.string().min(8, 'tooShort').max(50, 'tooLong').regex(/^\d+$/, 'invalidNumber')),
      ),
      ...ignoredCompany,
    }),
    reply: Suppression,
  }),
  remove: endpoint('DELETE', '/suppressions/:id', { params: z.object({ id: idText('suppression') }), reply: Done }),
};

export const campaignLive = liveChannel('campaign', recordChange(Campaign));
export const campaignSettingsLive = liveChannel(
  'campaignSettings',
  z.object({ action: z.literal('update'), settings: z.array(CampaignSetting) }),
);
