import { type Answer, type Asked, type Debtor, type DebtorBill, samplePdf, serveErp } from './serve.ts';

const formatted = (document: string) =>
  document.length === 11
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

/** As much of IXC Soft as is used. Without the header `ixcsoft: listar` a call would create something: then it fails loudly. */
export async function openLoopbackIxc(token = '17:segredo-do-ixc') {
  const debtors: Debtor[] = [];
  const created: Asked[] = [];
  const idOf = (debtor: Debtor) => String(debtors.indexOf(debtor) + 1);
  const customer = (debtor: Debtor) => ({
    id: idOf(debtor),
    razao: debtor.name,
    fantasia: '',
    cnpj_cpf: formatted(debtor.document),
    ativo: 'S',
    telefone_celular: debtor.phone,
    whatsapp: '',
    fone: '',
    email: debtor.email ?? '',
    data_nascimento: debtor.birthDate ?? '0000-00-00',
  });
  const receivable = (debtor: Debtor, bill: DebtorBill) => ({
    id: bill.id,
    id_cliente: idOf(debtor),
    valor: bill.amount,
    valor_aberto: bill.amount,
    data_vencimento: bill.due,
    linha_digitavel: bill.line ?? '',
    gateway_link: '',
    status: bill.isPaid ? 'R' : 'A',
  });
  // A total that is a text, and no rows at all where there are none.
  const rows = (found: object[]) => ({ page: '1', total: String(found.length), ...(found.length > 0 && { registros: found }) });
  const allBills = () => debtors.flatMap(({ bills }) => bills);

  const handle = (asked: Asked): Answer => {
    const { method, path, headers, body } = asked;
    if (headers.authorization !== `Basic ${Buffer.from(token).toString('base64')}`)
      return { status: 401, body: '<html><body>Unauthorized</body></html>' };
    if (method !== 'POST' || headers.ixcsoft !== 'listar') {
      created.push(asked);
      return { body: { type: 'error', message: 'Preencha os campos obrigatórios' } };
    }
    const given: Record<string, string> = JSON.parse(body);
    switch (path) {
      case '/webservice/v1/cliente':
        return { body: rows(debtors.filter(({ document }) => formatted(document) === given.query).map(customer)) };
      case '/webservice/v1/fn_areceber': {
        const status = JSON.parse(given.grid_param ?? '[]')[0]?.P;
        const found = debtors
          .filter((debtor) => idOf(debtor) === given.query)
          .flatMap((debtor) => debtor.bills.map((bill) => receivable(debtor, bill)));
        return { body: rows(found.filter((row) => status === undefined || row.status === status)) };
      }
      case '/webservice/v1/get_boleto': {
        const bill = allBills().find(({ id }) => id === given.boletos);
        return bill?.hasPdf
          ? { type: 'text/html', body: `"${samplePdf.toString('base64')}"` }
          : { body: { type: 'error', message: 'sem boleto' } };
      }
      case '/webservice/v1/get_pix': {
        const bill = allBills().find(({ id }) => id === given.id_areceber);
        return bill?.pix === undefined
          ? { body: { type: 'error', message: 'Gateway sem Pix' } }
          : { body: { type: 'success', pix: { qrCode: { qrcode: bill.pix, imagemSrc: '' }, dadosPix: { expiracaoPix: '' } } } };
      }
      default:
        return { status: 404, body: '<html>not found</html>' };
    }
  };
  return { ...(await serveErp(handle)), token, debtors, created };
}
