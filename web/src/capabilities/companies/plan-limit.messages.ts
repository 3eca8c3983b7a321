import { defineMessages } from '../../platform/language/messages.ts';

export const planLimitMessages = defineMessages({
  pt: { see: 'Ver a assinatura', ask: 'Para ter mais, peça a um administrador que amplie o plano.' },
  en: { see: 'See the subscription', ask: 'To have more, ask an administrator to extend the plan.' },
  es: { see: 'Ver la suscripción', ask: 'Para tener más, pide a un administrador que amplíe el plan.' },
});
