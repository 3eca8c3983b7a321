import { defineMessages } from '../../platform/language/messages.ts';

export const webhookNoticeMessages = defineMessages({
  pt: { see: 'Ver webhooks', wasDisabled: 'O webhook {name} foi desativado: por dias nenhuma entrega chegou.' },
  en: { see: 'See webhooks', wasDisabled: 'Webhook {name} was switched off: for days no delivery arrived.' },
  es: { see: 'Ver webhooks', wasDisabled: 'El webhook {name} fue desactivado: durante días ninguna entrega llegó.' },
});
