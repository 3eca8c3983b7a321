import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Outbound, TlsIdentity } from '../../../platform/outbound/outbound.ts';
import { type ChargeRequest, type MadeCharge, nameOfCharge, type PaymentProvider, ProviderError, type Received } from './port.ts';

type EfiSettings = {
  url: string;
  clientId: string;
  clientSecret: string;
  pixKey: string;
  tls?: TlsIdentity | undefined;
};

const expirySeconds = 86_400;
const Token = z.object({ access_token: z.string(), expires_in: z.coerce.number().default(3600) });
const amount = z.union([z.string(), z.number()]);
/** Refunds asked for by us and returns by the banks (MED) alike; `EM_PROCESSAMENTO` may still come to nothing. */
const Devolucao = z.object({ id: z.string(), valor: amount, status: z.string() });
const Pix = z.object({ endToEndId: z.string(), valor: amount, devolucoes: z.array(Devolucao).optional() });
const Cob = z.object({
  status: z.string(),
  valor: z.object({ original: z.string() }),
  calendario: z.object({ criacao: z.string().optional(), expiracao: z.coerce.number().optional() }).optional(),
  loc: z.object({ id: z.union([z.string(), z.number()]) }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(Pix).optional(),
});
type Cob = z.output<typeof Cob>;
const QrCode = z.object({ qrcode: z.string() });

/** Efí's Pix API: a token by client certificate, an immediate charge under our own txid, and its text to pay by. */
export function efiProvider(settings: EfiSettings, outbound: Outbound, clock: Clock): PaymentProvider {
  const ask = openCalls(settings, outbound, clock);

  async function readCharge(txid: string): Promise<Cob | undefined> {
    const { status, body } = await ask('GET', `/v2/cob/${encodeURIComponent(txid)}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new ProviderError('reading a charge', status);
    return Cob.parse(body);
  }

  async function makeCharge({ txid, value, invoiceId, detail }: ChargeRequest): Promise<Cob> {
    const { status, body } = await ask('PUT', `/v2/cob/${encodeURIComponent(txid)}`, {
      calendario: { expiracao: expirySeconds },
      valor: { original: value },
      chave: settings.pixKey,
      solicitacaoPagador: `#Fatura:${invoiceId} ${detail}`.slice(0, 140),
    });
    if (status === 200 || status === 201) return Cob.parse(body);
    // It may be there already: the answer to an earlier question got lost.
    const known = await readCharge(txid).catch(() => undefined);
    if (!known) throw new ProviderError('making a charge', status);
    return known;
  }

  async function textOf({ loc, pixCopiaECola }: Cob): Promise<string> {
    if (loc) {
      const { status, body } = await ask('GET', `/v2/loc/${encodeURIComponent(String(loc.id))}/qrcode`);
      if (status === 200) return QrCode.parse(body).qrcode;
      if (pixCopiaECola === undefined) throw new ProviderError('reading a code', status);
    }
    if (pixCopiaECola === undefined) throw new ProviderError('a charge without a code', 0);
    return pixCopiaECola;
  }

  return {
    name: 'efi',
    async charge(request): Promise<MadeCharge> {
      const cob = await makeCharge(request);
      const made = Date.parse(cob.calendario?.criacao ?? '') || clock().getTime();
      const expiresAt = new Date(made + (cob.calendario?.expiracao ?? expirySeconds) * 1000);
      return { reference: request.txid, copyPaste: await textOf(cob), expiresAt };
    },
    async look({ txid }): Promise<Received[] | undefined> {
      const cob = await readCharge(txid);
      if (!cob) return undefined;
      if (cob.status !== 'CONCLUIDA') return [];
      const received = (cob.pix ?? []).map(({ endToEndId, valor, devolucoes = [] }) => ({
        endToEndId,
        value: valor,
        refunds: devolucoes.filter(({ status }) => status === 'DEVOLVIDO').map((each) => ({ id: each.id, value: each.valor })),
      }));
      // A charge is paid once: where the payment's own name is missing, the charge's does.
      return received.length > 0 ? received : [{ endToEndId: nameOfCharge(txid), value: cob.valor.original, refunds: [] }];
    },
  };
}

type Answer = { status: number; body: unknown };

/** Calls with a token that is fetched when needed, kept for most of its life, and once anew where it is refused. */
function openCalls({ url, clientId, clientSecret, tls }: EfiSettings, outbound: Outbound, clock: Clock) {
  let kept: { token: Promise<string>; until: number } | undefined;
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, authorization: string, sent?: unknown): Promise<Answer> => {
    const { status, body } = await outbound({
      url: url + path,
      method,
      chosenBy: 'operator',
      purpose: 'payment',
      headers: { authorization, accept: 'application/json', ...(sent !== undefined && { 'content-type': 'application/json' }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
      tls,
      maxBytes: 1024 * 1024,
    });
    return { status, body: readJson(body) };
  };
  const fetchToken = async () => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const { status, body } = await send('POST', '/oauth/token', `Basic ${basic}`, { grant_type: 'client_credentials' });
    if (status !== 200) throw new ProviderError('signing in', status);
    return Token.parse(body);
  };
  const token = (): Promise<string> => {
    const now = clock().getTime();
    if (kept && kept.until > now) return kept.token;
    const fetched = fetchToken();
    const holder = { token: fetched.then(({ access_token }) => access_token), until: now + 60_000 };
    kept = holder;
    fetched.then(
      ({ expires_in }) => {
        holder.until = now + expires_in * 900;
      },
      () => {
        if (kept === holder) kept = undefined;
      },
    );
    return holder.token;
  };
  return async (method: 'GET' | 'PUT', path: string, sent?: unknown): Promise<Answer> => {
    const first = await send(method, path, `Bearer ${await token()}`, sent);
    if (first.status !== 401) return first;
    kept = undefined;
    return send(method, path, `Bearer ${await token()}`, sent);
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
