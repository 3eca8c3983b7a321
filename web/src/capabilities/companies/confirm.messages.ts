import { defineMessages } from '../../platform/language/messages.ts';

export const confirmMessages = defineMessages({
  pt: {
    title: 'Confirmar pagamento',
    invoice: 'Número da fatura',
    hint: 'Como está no extrato do Pix: FATURA e o número. O vencimento da empresa avança uma recorrência.',
    confirm: 'Confirmar',
  },
  en: {
    title: 'Confirm payment',
    invoice: 'Invoice number',
    hint: 'As on the Pix statement: FATURA and the number. The company’s due date moves by one recurrence.',
    confirm: 'Confirm',
  },
  es: {
    title: 'Confirmar pago',
    invoice: 'Número de la factura',
    hint: 'Como está en el extracto de Pix: FATURA y el número. El vencimiento de la empresa avanza una recurrencia.',
    confirm: 'Confirmar',
  },
});
