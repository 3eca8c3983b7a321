import type { ProviderName } from '@prosa/contracts/channels';
import { type Connection, type ConnectionDetail, ConnectionInput, type connectionsApi } from '@prosa/contracts/connections';
import type { RequestOf } from '@prosa/contracts/kit';
import { z } from 'zod';
import type { Draft } from '../../platform/forms/draft.ts';

const common = ConnectionInput.omit({ token: true, cloud: true, provider: true }).shape;
const unused = {
  phoneNumberId: z.string(),
  wabaId: z.string(),
  accessToken: z.string(),
  appSecret: z.string(),
  verifyToken: z.string(),
};
const metaId = z
  .string()
  .trim()
  .min(1, 'required')
  .regex(/^\d{1,32}$/, 'invalidNumber');
const given = z.string().trim().min(1, 'required').max(2_000, 'tooLong');
const orKept = z.union([z.literal(''), given]);

/** The fields of the form by kind of connection; none is chosen at first. */
const formWith = (secret: typeof given | typeof orKept) =>
  z.discriminatedUnion('provider', [
    z.object({ ...common, ...unused, provider: z.literal('').refine(() => false, 'required') }),
    z.object({ ...common, ...unused, provider: z.enum(['baileys', 'simulator']) }),
    z.object({
      ...common,
      phoneNumberId: metaId,
      wabaId: metaId,
      accessToken: secret,
      appSecret: secret,
      verifyToken: secret,
      provider: z.literal('cloud'),
    }),
  ]);
export const ConnectionForm = formWith(given);
/** Secrets that are stored stay when their fields are left empty. */
export const KeptSecretsForm = formWith(orKept);

type ConnectionValues = {
  name: string;
  isDefault: boolean;
  provider: ProviderName | '';
  queueIds: number[];
  greetingMessage: string;
  complationMessage: string;
  outOfHoursMessage: string;
  ratingMessage: string;
  /** As typed. */
  timeSendQueue: unknown;
  sendIdQueue: unknown;
} & Record<keyof typeof unused, string>;
export type ConnectionDraft = Draft<typeof KeptSecretsForm, ConnectionValues>;

export const blankConnection: ConnectionValues = {
  name: '',
  isDefault: false,
  provider: '',
  queueIds: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  timeSendQueue: 0,
  sendIdQueue: 0,
  phoneNumberId: '',
  wabaId: '',
  accessToken: '',
  appSecret: '',
  verifyToken: '',
};

/** What the form edits; the rest of a connection stays as it is. Secrets are never told, so their fields begin empty. */
export function valuesOf(connection: Connection, cloud: ConnectionDetail['cloud'] | undefined): ConnectionValues {
  const { name, isDefault, provider, queueIds, timeSendQueue, sendIdQueue } = connection;
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = connection;
  return {
    ...blankConnection,
    ...{ name, isDefault, provider, queueIds, timeSendQueue, sendIdQueue },
    ...{ greetingMessage, complationMessage, outOfHoursMessage, ratingMessage },
    phoneNumberId: cloud?.phoneNumberId ?? '',
    wabaId: cloud?.wabaId ?? '',
  };
}

/** As the server wants it. An empty secret is left out: the stored one stays. */
export function toInput(form: z.output<typeof KeptSecretsForm>): RequestOf<typeof connectionsApi.create>['body'] {
  const { provider, phoneNumberId, wabaId, accessToken, appSecret, verifyToken, ...rest } = form;
  if (provider !== 'cloud') return { ...rest, ...(provider !== '' && { provider }) };
  const secrets = Object.fromEntries(Object.entries({ accessToken, appSecret, verifyToken }).filter(([, value]) => value !== ''));
  return { ...rest, provider, cloud: { phoneNumberId, wabaId, ...secrets } };
}
