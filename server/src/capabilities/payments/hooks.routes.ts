import { paymentHooksApi } from '@prosa/contracts/payments';
import { crashPoint } from '../../platform/crash-points.ts';
import { isSameText } from '../../platform/crypto-tokens.ts';
import { IdRow, rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { mountFor } from '../../platform/http/callers.ts';
import type { Http } from '../../platform/http/http.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import { type ProvedCall, provedBy } from '../../platform/http/signed-webhook.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { raisePaymentAlarm } from '../alarms/alarms.actions.ts';
import type { Payments } from './open-payments.ts';
import { paymentNotice } from './payments.jobs.ts';

type ProviderName = 'efi' | 'asaas';

/**
 * What providers tell us. It is a hint and no proof: it is kept as a job, answered, and looked into by asking the provider. A provider
 * tells of every company's charges in one call, so the call is the platform's own company's.
 */
export function hookRoutes(server: Http, { secrets }: Payments): void {
  const http = withBodyLimit(server, bodyLimits.bulk);
  const notice = paymentNotice(undefined);
  const note = (scope: Scope, provider: ProviderName, names: string[]) =>
    enqueue(scope, notice, { provider, names }, { key: `${provider}:${names[0] ?? ''}` });
  const efi = callersBy(http.platform, 'efi', secrets.efi, ({ query }) => textIn(query, 'hmac'));
  for (const endpoint of [paymentHooksApi.efi, paymentHooksApi.efiPix])
    mountFor(http, endpoint, efi, async (scope, { body }) => {
      // Where no charge is named, by the payment's own name: it is nobody's.
      const names = (body.pix ?? []).map((each) => [each.txid ?? textIn(each, 'endToEndId') ?? 'without a name']);
      for (const each of unique(names)) await note(scope, 'efi', each);
      crashPoint('payment.heard');
      return { ok: true };
    });
  const asaas = callersBy(http.platform, 'asaas', secrets.asaas, ({ headers }) => textIn(headers, 'asaas-access-token'));
  mountFor(http, paymentHooksApi.asaas, asaas, async (scope, { body: { event = '', payment } }) => {
    const names = [payment?.id, textIn(payment, 'externalReference')].filter((name) => name !== undefined);
    if (isAboutMoney.test(event) && names.length > 0) await note(scope, 'asaas', names);
    crashPoint('payment.heard');
    return { ok: true };
  });
}

/** Money came, went back or is disputed. */
const isAboutMoney = /^PAYMENT_(RECEIVED|CONFIRMED|RECEIVED_IN_CASH_UNDONE|\w*REFUND\w*|\w*CHARGEBACK\w*)$/;

/** Each once, and always in the same order: two calls that tell of the same charges must not wait for one another. */
const unique = (names: string[][]) =>
  [...new Map(names.map((each) => [each[0], each])).values()].sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));

function textIn(value: unknown, key: string): string | undefined {
  const found: unknown = Object(value)[key];
  return typeof found === 'string' && found !== '' ? found.slice(0, 200) : undefined;
}

const forgedInterval = 1_000;

/** Who knows the secret of a provider is that provider. Who does not leaves one alarm, however often they try. */
function callersBy(
  platform: Platform,
  provider: ProviderName,
  secret: string | undefined,
  given: (call: ProvedCall) => string | undefined,
) {
  const companyId = once(() => findPlatformCompany(platform));
  let lastForged = 0;
  return provedBy(async (call) => {
    const shown = given(call);
    if (secret !== undefined && shown !== undefined && isSameText(shown, secret))
      return { companyId: await companyId(), name: provider, who: { provider } };
    // Where nothing is configured nobody can be imitated; and writing for every try would be a lever for strangers.
    if (secret !== undefined && Date.now() - lastForged >= forgedInterval) {
      lastForged = Date.now();
      await inScope(platform, { companyId: await companyId() }, (scope) =>
        raisePaymentAlarm(scope, `${provider}: webhook`, 'BAD_SIGNATURE'),
      );
    }
    return undefined;
  });
}

async function findPlatformCompany(platform: Platform): Promise<number> {
  const rows = await acrossCompanies(platform, (_tx, query) => rowsFrom(query, IdRow, 'select id from companies where is_platform'));
  return rows[0]?.id ?? 0;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= work().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
