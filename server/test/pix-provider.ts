import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Stand-ins of payment providers on loopback, with what real ones do: they take their time, fail, and repeat themselves. */

export const certificateFile = (name: 'ca.pem' | 'client.pem' | 'client.p12' | 'server.pem') =>
  fileURLToPath(new URL(`certificates/${name}`, import.meta.url));

type Answer = { status: number; body: unknown };
type Handle = (call: { method: string; path: string; query: URLSearchParams; headers: http.IncomingHttpHeaders; body: unknown }) => Answer;
type Weather = {
  /** How long each answer takes. */
  delay: number;
  /** So many of the next calls fail, with this status. */
  failNext: { times: number; status: number };
  /** So many of the next answers get lost after the work was done. */
  loseNext: number;
};

const unknown: Answer = { status: 404, body: { nome: 'nao_encontrado', mensagem: 'not found' } };

async function open(handle: Handle, { secure = false } = {}) {
  const weather: Weather = { delay: 0, failNext: { times: 0, status: 500 }, loseNext: 0 };
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand.in');
    const text = (await buffer(request)).toString();
    const method = request.method ?? 'GET';
    calls.push(`${method} ${pathname}`);
    await sleep(weather.delay);
    if (weather.failNext.times > 0) {
      weather.failNext.times -= 1;
      return response.writeHead(weather.failNext.status).end('{}');
    }
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const said = handle({ method, path: pathname, query: searchParams, headers: request.headers, body });
    if (weather.loseNext > 0) {
      weather.loseNext -= 1;
      return response.destroy();
    }
    return response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body));
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response).catch(() => response.destroy());
  const pem = secure ? readFileSync(certificateFile('server.pem')) : undefined;
  const server = pem
    ? https.createServer(
        { cert: pem, key: pem, ca: readFileSync(certificateFile('ca.pem')), requestCert: true, rejectUnauthorized: true },
        listener,
      )
    : http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    weather,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const field = (value: unknown, name: string): unknown => Object(value)[name];
const newPaymentName = () =>
  `E00000000${new Date().toISOString().replace(/\D/g, '').slice(0, 12)}${randomBytes(6).toString('hex').slice(0, 11)}`;

type Devolucao = { id: string; valor: string; status: string; natureza: string };
type Pix = { endToEndId: string; valor: string; txid: string; devolucoes?: Devolucao[] };
type Cob = { txid: string; value: string; key: string; status: string; pix: Pix[] };

/** As much of Efí's Pix API as is used: token, charge, code, and what was received. */
export async function openFakeEfi(options: { secure?: boolean } = {}) {
  const charges = new Map<string, Cob>();
  const tokens = new Set<string>();
  /** The charge is concluded, but the provider does not list the payment yet. */
  const hidden = { pix: false };
  const shown = ({ txid, value, key, status, pix }: Cob) => ({
    txid,
    status,
    valor: { original: value },
    chave: key,
    calendario: { criacao: new Date().toISOString(), expiracao: 86_400 },
    loc: { id: [...charges.keys()].indexOf(txid) + 1 },
    ...(pix.length > 0 && !hidden.pix && { pix }),
  });
  const server = await open(({ method, path, headers, body }) => {
    if (path === '/oauth/token') {
      const basic = `Basic ${Buffer.from('id:segredo').toString('base64')}`;
      if (headers.authorization !== basic || field(body, 'grant_type') !== 'client_credentials') return { status: 401, body: {} };
      const token = randomBytes(8).toString('hex');
      tokens.add(token);
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
    }
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', ''))) return { status: 401, body: {} };
    const [, txid = ''] = /^\/v2\/cob\/(\w+)$/.exec(path) ?? [];
    const known = charges.get(txid);
    if (method === 'PUT' && txid !== '') {
      if (known) return { status: 409, body: { nome: 'txid_duplicado', mensagem: 'duplicate' } };
      const value = String(field(field(body, 'valor'), 'original'));
      if (!/^[a-zA-Z0-9]{26,35}$/.test(txid) || !/^\d{1,10}\.\d{2}$/.test(value)) return { status: 400, body: { nome: 'valor_invalido' } };
      const cob = { txid, value, key: String(field(body, 'chave')), status: 'ATIVA', pix: [] };
      charges.set(txid, cob);
      return { status: 201, body: shown(cob) };
    }
    if (method === 'GET' && txid !== '') return known ? { status: 200, body: shown(known) } : unknown;
    const [, location = ''] = /^\/v2\/loc\/(\d+)\/qrcode$/.exec(path) ?? [];
    const at = [...charges.values()][Number(location) - 1];
    return at ? { status: 200, body: { qrcode: `00020101021226-${at.txid}`, imagemQrcode: 'data:image/png;base64,' } } : unknown;
  }, options);

  return {
    ...server,
    charges,
    hidden,
    /** Tokens given so far are good no more. */
    forgetTokens: () => tokens.clear(),
    /** A customer pays: with the charge's own value, or another one, by a payment of its own or one that is there already. */
    pay(txid: string, value?: string, endToEndId = newPaymentName()): { endToEndId: string; txid: string; valor: string } {
      const cob = charges.get(txid);
      if (!cob) throw new Error('no such charge');
      const pix = { endToEndId, txid, valor: value ?? cob.value };
      cob.status = 'CONCLUIDA';
      cob.pix.push(pix);
      return pix;
    },
    /** Refunds the last payment, whole or in part, as a receiver or the banks (MED) would. */
    giveBack(txid: string, { valor, status = 'DEVOLVIDO', natureza = 'MED_FRAUDE' }: Partial<Devolucao> = {}): Pix {
      const pix = charges.get(txid)?.pix.at(-1);
      if (!pix) throw new Error('nothing was paid');
      pix.devolucoes = [...(pix.devolucoes ?? []), { id: `D${pix.devolucoes?.length ?? 0}`, valor: valor ?? pix.valor, status, natureza }];
      return pix;
    },
  };
}

type AsaasPayment = {
  id: string;
  status: string;
  value: number;
  externalReference: string;
  customer: string;
  refunds?: Array<{ status: string; value: number; dateCreated: string }>;
};

/** As much of Asaas as is used: customers, charges, their codes, and what was received. */
export async function openFakeAsaas(key: string) {
  const customers = new Map<string, { id: string; name: string; externalReference: string }>();
  const payments = new Map<string, AsaasPayment>();
  const list = (data: unknown[]): Answer => ({
    status: 200,
    body: { object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data },
  });
  const server = await open(({ method, path, query, headers, body }) => {
    if (headers.access_token !== key || !headers['user-agent']) return { status: 401, body: {} };
    if (method === 'GET' && body !== undefined) return { status: 403, body: {} };
    const wanted = query.get('externalReference');
    if (method === 'GET' && path === '/customers') return list([...customers.values()].filter((each) => each.externalReference === wanted));
    if (method === 'GET' && path === '/payments') return list([...payments.values()].filter((each) => each.externalReference === wanted));
    const externalReference = String(field(body, 'externalReference'));
    if (method === 'POST' && path === '/customers') {
      const customer = { id: `cus_${customers.size + 1}`, name: String(field(body, 'name')), externalReference };
      customers.set(customer.id, customer);
      return { status: 200, body: customer };
    }
    if (method === 'POST' && path === '/payments') {
      const customer = String(field(body, 'customer'));
      if (!customers.has(customer) || field(body, 'billingType') !== 'PIX') return { status: 400, body: { errors: [] } };
      const payment = {
        id: `pay_${payments.size + 1}`,
        status: 'PENDING',
        value: Number(field(body, 'value')),
        externalReference,
        customer,
      };
      payments.set(payment.id, payment);
      return { status: 200, body: payment };
    }
    const [, id = '', rest = ''] = /^\/payments\/(\w+)(\/pixQrCode)?$/.exec(path) ?? [];
    const payment = payments.get(id);
    if (!payment) return unknown;
    return {
      status: 200,
      body: rest === '' ? payment : { encodedImage: '', payload: `0002010102-${id}`, expirationDate: '2030-01-01 00:00:00' },
    };
  });
  return { ...server, customers, payments };
}
