import { randomBytes } from 'node:crypto';
import { type Answer, type Asked, type Debtor, type DebtorBill, serveErp } from './serve.ts';

/** As much of MK-Auth as is used, in its newer and its older shapes. */
export async function openLoopbackMkAuth({ older = false } = {}) {
  const debtors: Debtor[] = [];
  const tokens = new Set<string>();
  const credentials = { clientId: 'Client_Id_1', clientSecret: 'Client_Secret_1' };
  const title = ({ id, amount, due, line, pix, isPaid, isOverdue }: DebtorBill) => ({
    titulo: id,
    status: isPaid ? 'pago' : isOverdue ? 'vencido' : 'aberto',
    valor: amount,
    datavenc: `${due} 00:00:00`,
    linhadig: line ?? null,
    pix: pix ?? null,
  });
  const person = ({ document, name, phone, email, birthDate }: Debtor) => ({
    uuid_cliente: `uuid-${document}`,
    nome: name,
    cpf_cnpj: document,
    celular: phone,
    email: email ?? '',
    nascimento: birthDate?.split('-').reverse().join('/') ?? '',
  });
  /** The older version: one title, with the customer inside it. */
  const shown = (debtor: Debtor) => {
    const bill = debtor.bills.find(({ isPaid }) => !isPaid);
    const { pix, ...rest } = bill ? title(bill) : { pix: null };
    return { dados_cliente: { titulos: { ...person(debtor), ...rest, qrcode: pix, bloqueado: 'nao' } } };
  };
  const known = (document: string | undefined) => debtors.find((debtor) => debtor.document === document);

  const handle = ({ path, headers }: Asked): Answer => {
    if (path === '/api/') {
      const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
      if (headers.authorization !== `Basic ${basic}`) return { status: 401, body: 'acesso negado' };
      const token = `eyJ0.${randomBytes(12).toString('base64url')}.x`;
      tokens.add(token);
      return { type: 'text/html', body: `${token}\n` };
    }
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', ''))) return { status: 401, body: 'token' };
    const [, controller, , document] = /^\/api\/(\w+)\/(\w+)\/(?:pagina=1&cpf_cnpj=)?(\w+)/.exec(path) ?? [];
    const debtor = known(document);
    if (path.startsWith('/api/cliente/listar/')) {
      if (older) return { status: 404, body: 'NULL' };
      return { body: { clientes: debtor ? [person(debtor)] : [], total_registros: debtor ? 1 : 0 } };
    }
    if (controller === 'cliente') return debtor ? { body: shown(debtor) } : { type: 'text/html', body: older ? 'NULL' : '[]' };
    if (older || !debtor) return { body: { mensagem: 'Registro não encontrado' } };
    return { body: { cli_ativado: 's', titulos: debtor.bills.map(title) } };
  };
  return { ...(await serveErp(handle)), credentials, debtors, forgetTokens: () => tokens.clear() };
}
