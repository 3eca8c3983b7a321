import { defineMessages } from '../language/messages.ts';

export const sessionMessages = defineMessages({
  pt: { dueSoon: 'Sua assinatura vence em {n} dia(s)', elsewhere: 'Sua conta foi acessada em outro computador.' },
  en: { dueSoon: 'Your subscription expires in {n} day(s)', elsewhere: 'Your account was accessed on another computer.' },
  es: { dueSoon: 'Tu suscripción vence en {n} día(s)', elsewhere: 'Tu cuenta fue abierta en otro equipo.' },
});
