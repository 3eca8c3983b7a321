import { type Answer, type Asked, type Debtor, samplePdf, serveErp } from './serve.ts';

/** As much of Asaas as second copies use, for one company's own key. */
export async function openLoopbackAsaas(key = '$aact_hmlg_chave-da-empresa') {
  const debtors: Debtor[] = [];
  let url = '';
  const idOf = (debtor: Debtor) => `cus_${debtors.indexOf(debtor) + 1}`;
  const list = (data: object[]) => ({ object: 'list', hasMore: false, totalCount: data.length, limit: 100, offset: 0, data });
  const payments = () =>
    debtors.flatMap((debtor) =>
      debtor.bills.map((bill) => ({
        id: bill.id,
        customer: idOf(debtor),
        status: bill.isPaid ? 'RECEIVED' : bill.isOverdue ? 'OVERDUE' : 'PENDING',
        value: Number(bill.amount),
        dueDate: bill.due,
        invoiceUrl: `${url}/i/${bill.id}`,
        bankSlipUrl: bill.hasPdf ? `${url}/b/pdf/${bill.id}` : null,
        deleted: false,
      })),
    );
  const codeOf = (id: string | undefined, what: string | undefined): Answer => {
    const bill = debtors.flatMap(({ bills }) => bills).find((each) => each.id === id);
    if (what === 'identificationField' && bill?.line) return { body: { identificationField: bill.line, nossoNumero: '1', barCode: '2' } };
    if (what === 'pixQrCode' && bill?.pix) return { body: { encodedImage: '', payload: bill.pix, expirationDate: '' } };
    return { status: 400, body: { errors: [{ code: 'invalid_action', description: 'not for this charge' }] } };
  };
  const handle = ({ method, path, query, headers, body }: Asked): Answer => {
    if (path.startsWith('/b/pdf/')) return { type: 'application/pdf', body: samplePdf };
    if (headers.access_token !== key) return { status: 401, body: { errors: [{ code: 'invalid_access_token' }] } };
    // A GET with a body, or without a name, is turned away.
    if (method !== 'GET' || body !== '' || !headers['user-agent']) return { status: 403, body: {} };
    if (path === '/v3/customers')
      return {
        body: list(
          debtors
            .filter(({ document }) => document === query.get('cpfCnpj'))
            .map((debtor) => ({
              id: idOf(debtor),
              name: debtor.name,
              cpfCnpj: debtor.document,
              mobilePhone: debtor.phone,
              email: debtor.email ?? null,
              deleted: false,
            })),
        ),
      };
    if (path === '/v3/payments')
      return {
        body: list(payments().filter(({ customer, status }) => customer === query.get('customer') && status === query.get('status'))),
      };
    const [, id, what] = /^\/v3\/payments\/(\w+)\/(\w+)$/.exec(path) ?? [];
    return codeOf(id, what);
  };
  const server = await serveErp(handle);
  url = server.url;
  return { ...server, key, base: `${server.url}/v3`, debtors };
}
