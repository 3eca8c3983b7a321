import {
  type Connection,
  type ConnectionDetail,
  connectionSessionLive,
  connectionsApi,
  type LedgerRecord,
  ledgerEvents,
  sessionReasons,
} from '@prosa/contracts/connections';
import { queuesApi } from '@prosa/contracts/queues';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { enter, refuse, show, stub } from '../../../test/screen.tsx';
import type { Sent, Stub } from '../../../test/stubs.ts';
import { setTimeZone } from '../../platform/language/format.ts';
import { languages } from '../../platform/language/messages.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';
import { aConnection } from './connections.fixture.ts';
import { reasonMessages } from './ledger.messages.ts';

const admin = { profile: 'admin' } as const;
const cloud = { phoneNumberId: '111', wabaId: '222', configured: true, missing: [], webhookUrl: 'https://prosa.example/hooks/cloud/1' };
const detail = (over: Partial<ConnectionDetail> = {}): ConnectionDetail => ({
  ...aConnection(),
  token: 'token-12345',
  qrcode: 'qr-text-1',
  cloud: null,
  ...over,
});
const page = (...records: LedgerRecord[]) => stub(connectionsApi.ledger, () => ({ records, count: records.length, hasMore: false }));
const line = (over: Partial<LedgerRecord>): LedgerRecord => ({
  ...{ at: '2026-11-15T12:00:00.000Z', what: 'lost', why: null, replayed: 0, unreadable: 0 },
  ...over,
});

/** The page with its connections; a later stub answers what an earlier one does not. */
function open(connections: Connection[], api: Stub[] = []) {
  return show(<ConnectionsPage />, {
    as: admin,
    api: [
      ...api,
      stub(connectionsApi.notice, () => ({ acceptedAt: '2026-11-01T12:30:00.000Z', acceptedBy: 'Rita' })),
      page(),
      stub(connectionsApi.list, () => connections),
      stub(connectionsApi.show, ({ params: { id: wanted } }) => {
        const known = connections.find(({ id }) => id === wanted) ?? aConnection();
        return detail({ ...known, cloud: known.provider === 'cloud' ? cloud : null });
      }),
      stub(queuesApi.list, () => []),
      ...(['start', 'newQr', 'disconnect'] as const).map((action) => stub(connectionsApi[action], () => ({ message: 'ok' }))),
    ],
  });
}
const bodyOf = (sent: readonly Sent[], method: string, path: string) =>
  sent.find((one) => one.method === method && one.path === path)?.body;
const add = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar conexão' }));
  await enter(screen.getByRole('textbox', { name: 'Nome' }), 'Loja');
};
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body);
const wordsOn = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent).filter(Boolean);

afterEach(() => {
  cleanup();
  setTimeZone(undefined);
});

describe('the kind of a connection', () => {
  test('has to be chosen, and each says honestly what it can not do', async () => {
    const { sent } = open([]);
    await add();
    const kinds = screen.getByRole('radiogroup', { name: 'Tipo de conexão' });
    expect(
      within(kinds)
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ checked }) => checked),
    ).toEqual([false, false, false]);
    expect(within(kinds).getByText(/Não é oficial: o WhatsApp pode bloquear o número/)).toBeTruthy();
    const limits = within(kinds).getByText(/só envia modelos aprovados/).textContent;
    for (const words of ['editar mensagens', 'apagar o que foi enviado', 'ver fotos de perfil', 'participar de grupos'])
      expect(limits).toContain(words);
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect((await within(kinds).findByRole('alert')).textContent).toBe('Required');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is seen in the list and fixed once it exists', async () => {
    open([aConnection({ provider: 'baileys' }), aConnection({ id: 2, name: 'Oficial', provider: 'cloud', isDefault: false })]);
    expect((await rowOf('Oficial')).getByText('API oficial')).toBeTruthy();
    expect((await rowOf('WhatsApp Principal')).getByText('QR Code')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Editar Oficial' }));
    const kind = within(await screen.findByRole('group', { name: 'Tipo de conexão' }));
    expect(kind.getByText('API oficial da Meta (Cloud API)')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('a Cloud API connection', () => {
  test('asks for its credentials, and afterwards says what to enter at Meta', async () => {
    const saved = aConnection({ id: 9, name: 'Loja', provider: 'cloud' });
    const { sent } = open([saved], [stub(connectionsApi.create, () => detail({ ...saved, cloud }))]);
    await add();
    await userEvent.click(screen.getByRole('radio', { name: 'API oficial da Meta (Cloud API)' }));
    const token = screen.getByRole<HTMLInputElement>('textbox', { name: 'Token de verificação' });
    expect(token.value).toMatch(/^[a-z0-9]{32}$/);
    await enter(screen.getByRole('textbox', { name: 'ID do número de telefone' }), '+55 11');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Número inválido')).toBeTruthy();
    expect(screen.getAllByText('Required')).toHaveLength(3);
    expect(bodyOf(sent, 'POST', '/whatsapp')).toBeUndefined();

    await userEvent.clear(screen.getByRole('textbox', { name: 'ID do número de telefone' }));
    await enter(screen.getByRole('textbox', { name: 'ID do número de telefone' }), '111');
    await enter(screen.getByRole('textbox', { name: 'ID da conta do WhatsApp Business' }), '222');
    await enter(screen.getByLabelText('Token de acesso'), 'EAAG');
    await enter(screen.getByLabelText('Chave secreta do app'), 'segredo');
    const given = token.value;
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    const setup = within(await screen.findByRole('dialog', { name: 'Ligar Loja à Meta' }));
    expect(bodyOf(sent, 'POST', '/whatsapp')).toMatchObject({
      provider: 'cloud',
      cloud: { phoneNumberId: '111', wabaId: '222', accessToken: 'EAAG', appSecret: 'segredo', verifyToken: given },
    });
    await waitFor(() =>
      expect(setup.getByRole<HTMLInputElement>('textbox', { name: 'URL de retorno de chamada' }).value).toBe(cloud.webhookUrl),
    );
    expect(setup.getByRole<HTMLInputElement>('textbox', { name: 'Token de verificação' }).value).toBe(given);
    expect(setup.getAllByRole('listitem')).toHaveLength(4);
  });

  test('names the credentials that are missing', async () => {
    const cloudOf: ConnectionDetail['cloud'] = { ...cloud, configured: false, missing: ['accessToken', 'verifyToken'] };
    open([aConnection({ provider: 'cloud' })], [stub(connectionsApi.show, () => detail({ provider: 'cloud', cloud: cloudOf }))]);
    await userEvent.click(await screen.findByRole('button', { name: /editar/i }));
    await screen.findByText('A conexão não abre enquanto faltar: Token de acesso, Token de verificação.');
  });

  test('never shows a stored secret, keeps those left empty, and is tested after saving', async () => {
    const held = aConnection({ provider: 'cloud' });
    const found = { displayPhoneNumber: '+55 11 99999-8888', verifiedName: 'Loja Aurora', qualityRating: 'GREEN' };
    let isGood = false;
    const { sent } = open(
      [held],
      [
        stub(connectionsApi.test, () => (isGood ? found : refuse('ERR_WAPP_RESTRICTED'))),
        stub(connectionsApi.update, () => detail({ ...held, cloud })),
      ],
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Editar WhatsApp Principal' }));
    const access = await screen.findByLabelText<HTMLInputElement>('Token de acesso');
    expect([access.value, access.placeholder]).toEqual(['', '•••••••• guardado']);
    const test = screen.getByRole<HTMLButtonElement>('button', { name: 'Testar conexão' });
    await userEvent.click(test);
    expect(await screen.findByText(/O WhatsApp restringiu a conta desta conexão/)).toBeTruthy();
    isGood = true;
    await userEvent.click(test);
    expect(await screen.findByText('Loja Aurora')).toBeTruthy();
    expect(screen.getByText('+55 11 99999-8888')).toBeTruthy();
    expect(screen.getByText('alta')).toBeTruthy();

    await enter(access, 'novo-token');
    expect(test.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(bodyOf(sent, 'PUT', '/whatsapp/1')).toMatchObject({
        cloud: { phoneNumberId: '111', wabaId: '222', accessToken: 'novo-token' },
      }),
    );
    expect(bodyOf(sent, 'PUT', '/whatsapp/1')).not.toHaveProperty('cloud.appSecret');
    expect(bodyOf(sent, 'PUT', '/whatsapp/1')).not.toHaveProperty('provider');
  });

  test.each([
    ['CONNECTED', 'Conectada', ['Desconectar', 'Webhook e teste']],
    ['DISCONNECTED', 'Desconectada', ['Tentar novamente', 'Editar credenciais']],
    ['TIMEOUT', 'Sem resposta da Meta', ['Desconectar', 'Editar credenciais']],
    ['OPENING', 'Conectando…', ['Conectando']],
  ] as const)('in %s offers no QR code', async (status, pill, buttons) => {
    open([aConnection({ provider: 'cloud', status })]);
    const row = await rowOf(pill);
    expect(wordsOn(row.getAllByRole('button'))).toEqual(buttons);
    expect(row.queryByRole('link')).toBeNull();
  });

  test('whose token has expired says so in its row, and what to do', async () => {
    open([aConnection({ provider: 'cloud', status: 'DISCONNECTED' })], [page(line({ what: 'ended', why: 'credentials' }))]);
    const words = /o token expirou ou foi revogado\. Gere um novo token de acesso no painel da Meta/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('Desconectada').title).toMatch(words);
    await userEvent.click(screen.getByRole('button', { name: 'Editar credenciais' }));
    expect(await screen.findByLabelText('Token de acesso')).toBeTruthy();
  });
});

describe('that WhatsApp by QR code is unofficial', () => {
  const notYet = { acceptedAt: null, acceptedBy: null };
  const accepted = { acceptedAt: '2026-11-16T15:00:00.000Z', acceptedBy: 'Marina' };

  test('is accepted once before the first such connection, and who did is seen afterwards', async () => {
    setTimeZone('America/Sao_Paulo');
    let notice: typeof notYet | typeof accepted = notYet;
    const accept = () => {
      notice = accepted;
      return accepted;
    };
    const { sent } = open([], [stub(connectionsApi.notice, () => notice), stub(connectionsApi.acceptNotice, accept)]);
    await add();
    const byQr = screen.getByRole<HTMLInputElement>('radio', { name: 'WhatsApp por QR Code' });
    await userEvent.click(byQr);
    const dialog = within(await screen.findByRole('dialog', { name: 'WhatsApp por QR Code não é oficial' }));
    expect(dialog.getByText(/pode bloquear o número/)).toBeTruthy();
    expect(dialog.getByText(/Termos de Serviço do WhatsApp/)).toBeTruthy();
    expect(dialog.getByText(/Para campanhas .* use a API oficial da Meta/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
    expect(byQr.checked).toBe(false);

    await userEvent.click(byQr);
    await userEvent.click(await screen.findByRole('button', { name: 'Li e aceito o risco' }));
    await waitFor(() => expect(byQr.checked).toBe(true));
    expect(await screen.findByText(/Risco aceito por Marina em 16\/11\/2026 12:00\./)).toBeTruthy();
    expect(sent.filter(({ method, path }) => method === 'POST' && path === '/whatsapp/notice')).toHaveLength(1);
    await userEvent.click(screen.getByRole('radio', { name: 'Simulador' }));
    await userEvent.click(byQr);
    await waitFor(() => expect(byQr.checked).toBe(true));
    expect(screen.queryByRole('button', { name: 'Li e aceito o risco' })).toBeNull();
  });

  test('is asked before a connection made elsewhere is paired', async () => {
    const { sent } = open(
      [aConnection({ provider: 'baileys', status: 'DISCONNECTED' })],
      [stub(connectionsApi.notice, () => notYet), stub(connectionsApi.acceptNotice, () => accepted)],
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Novo QR Code' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Li e aceito o risco' }));
    await waitFor(() => expect(sent.some(({ method, path }) => method === 'PUT' && path === '/whatsappsession/1')).toBe(true));
    const posts = sent.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    expect(posts).toEqual(['/whatsapp/notice', '/whatsappsession/1']);
  });
});

describe('pairing', () => {
  test('by a code: the number is asked, the code is shown large and can be copied, and the QR code is a step back', async () => {
    const { sent, hear } = open(
      [aConnection({ provider: 'baileys', status: 'qrcode' })],
      [stub(connectionsApi.pairingCode, () => ({ code: 'abcd1234' }))],
    );
    await userEvent.click(await screen.findByRole('button', { name: 'QR Code' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Conectar com código' }));
    const make = screen.getByRole<HTMLButtonElement>('button', { name: 'Gerar código' });
    await waitFor(() => expect(make.disabled).toBe(false));
    await enter(screen.getByRole('textbox', { name: 'Número do WhatsApp' }), '+55 (11) 99999-8888');
    await userEvent.click(make);
    expect((await screen.findByRole('status', { name: 'Código de conexão' })).textContent).toBe('ABCD-1234');
    expect(screen.getByRole('button', { name: 'Copiar o código' })).toBeTruthy();
    expect(screen.getByText('Toque em Conectar com número de telefone')).toBeTruthy();
    expect(bodyOf(sent, 'POST', '/whatsappsession/1/code')).toEqual({ number: '5511999998888' });
    await userEvent.click(screen.getByRole('button', { name: 'Voltar ao QR Code' }));
    expect(await screen.findByRole('img', { name: 'QR Code para conectar o WhatsApp' })).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Conectar com código' }));
    const update = { id: 1, name: 'x', status: 'CONNECTED' as const, updatedAt: '2026-11-15T11:00:00.000Z', retries: 0 };
    hear(connectionSessionLive, { action: 'update', session: update });
    expect(await screen.findByText('WhatsApp conectado!')).toBeTruthy();
  });

  test('by a code that is refused says why', async () => {
    open([aConnection({ status: 'qrcode' })], [stub(connectionsApi.pairingCode, () => refuse('ERR_WAPP_INVALID_CONTACT'))]);
    await userEvent.click(await screen.findByRole('button', { name: 'QR Code' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Conectar com código' }));
    await enter(screen.getByRole('textbox', { name: 'Número do WhatsApp' }), '5511999998888');
    await userEvent.click(screen.getByRole('button', { name: 'Gerar código' }));
    expect(await screen.findByText('Este não é um número de WhatsApp válido.')).toBeTruthy();
  });
});

describe('the history of a connection', () => {
  const openLedger = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Histórico de WhatsApp Principal' }));
    return within(await screen.findByRole('dialog', { name: 'Histórico da conexão WhatsApp Principal' }));
  };

  test('tells when, what and why on the company’s clock, what came late and what could not be read, page by page', async () => {
    setTimeZone('America/Sao_Paulo');
    const first = [line({ what: 'recovered', at: '2026-11-16T02:30:00.000Z', replayed: 12, unreadable: 1 }), line({ why: 'noNetwork' })];
    open(
      [aConnection()],
      [
        stub(connectionsApi.ledger, ({ query: { pageNumber } }) => ({
          records: pageNumber === 1 ? first : [line({ what: 'connected', at: '2026-11-01T10:00:00.000Z' })],
          count: 3,
          hasMore: pageNumber === 1,
        })),
      ],
    );
    const dialog = await openLedger();
    const lines = await dialog.findAllByRole('listitem');
    expect(lines[0]?.textContent).toContain('15/11/2026 23:30');
    expect(lines[0]?.textContent).toContain('Conexão recuperada');
    expect(lines[0]?.textContent).toContain('12 mensagens que esperavam chegaram.');
    expect(lines[0]?.textContent).toContain('1 não pôde ser lida');
    expect(lines[1]?.textContent).toContain('Sem internet no servidor. A conexão volta sozinha');
    await userEvent.click(dialog.getByRole('button', { name: 'Ver mais antigos' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(3));
    expect(dialog.queryByRole('button', { name: 'Ver mais antigos' })).toBeNull();
  });

  test('that is empty says what it will hold', async () => {
    open([aConnection()]);
    expect(await (await openLedger()).findByText('Nada aconteceu ainda')).toBeTruthy();
  });

  test('has words and advice for every reason in every language', () => {
    for (const language of languages)
      for (const reason of sessionReasons) {
        expect(reasonMessages[language][reason].length).toBeGreaterThan(5);
        expect(reasonMessages[language][`${reason}_do`].length).toBeGreaterThan(5);
      }
    expect(ledgerEvents).toEqual(['connected', 'lost', 'recovered', 'ended']);
  });
});
