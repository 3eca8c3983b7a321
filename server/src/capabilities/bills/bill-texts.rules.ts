/** What the customer reads. Nothing of it repeats what a billing system said. */
const leave = 'Para sair, digite *0*.';
const question = 'Qual é a *data de nascimento* do titular (dia/mês/ano) ou o *e-mail* do cadastro?';

export const billTexts = {
  askDocument: `Para enviar a 2ª via, preciso do *CPF ou CNPJ* do titular. Pode digitar só os números.\n\n${leave}`,
  askAgain: `Já faz um tempo que conversamos, então vamos começar de novo. Qual é o *CPF ou CNPJ* do titular?\n\n${leave}`,
  badDocument: (left: number) => `Esse CPF ou CNPJ não parece correto. Confira os números e envie de novo (${tries(left)}).\n\n${leave}`,
  // The same for a document that nobody knows as for one that is known: it tells nobody who is a customer.
  askFact: `Para a sua segurança, preciso confirmar que o cadastro é seu. ${question}\n\n${leave}`,
  wrongFact: (left: number) =>
    `Não foi possível confirmar com esses dados. ${question} Se o CPF ou CNPJ estava errado, envie o certo (${tries(left)}).\n\n${leave}`,
  none: 'Boa notícia: não há faturas em aberto no seu cadastro. 😊',
  list: (name: string, lines: string[]) =>
    [
      `Encontrei o cadastro de ${name}, com mais de uma fatura em aberto:`,
      lines.join('\n'),
      `Digite o número da fatura que você quer receber.\n${leave}`,
    ].join('\n\n'),
  line: (place: number, amount: string, day: string) => `*[ ${place} ]* - ${amount}, vencimento ${day}`,
  badChoice: (last: number, left: number) => `Não entendi. Digite um número de 1 a ${last} (${tries(left)}).\n\n${leave}`,
  bill: (name: string, amount: string, day: string, follows: string) =>
    `Aqui está a fatura de ${name}:\n\n*Valor:* ${amount}\n*Vencimento:* ${day}\n\n${follows}`,
  follows: (parts: string[]) => `Envio em seguida ${parts.join(', ').replace(/, ([^,]*)$/, ' e $1')}.`,
  qr: 'QR Code do Pix',
  pdf: 'Boleto em PDF',
  left: 'Tudo bem, encerrei a consulta da fatura.',
  tooManyTries: 'Não consegui confirmar os dados por aqui. Vou chamar uma pessoa da equipe para ajudar você. 🙂',
  tooOften: 'Você já fez várias consultas na última hora. Vou chamar uma pessoa da equipe para ajudar você. 🙂',
  failed: 'Não consegui consultar a sua fatura agora. Vou chamar uma pessoa da equipe para ajudar você. 🙂',
  noCode: 'Não encontrei um código de pagamento para essa fatura. Vou chamar uma pessoa da equipe para ajudar você. 🙂',
};

const tries = (left: number) => (left === 1 ? 'última tentativa' : `mais ${left} tentativas`);

export const moneyText = (cents: number) =>
  `R$ ${String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '.')},${String(cents % 100).padStart(2, '0')}`;
export const dayText = (day: string) => day.split('-').reverse().join('/');
