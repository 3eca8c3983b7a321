import { defineMessages } from '../../platform/language/messages.ts';

/** That WhatsApp by QR code is unofficial. */
export const noticeMessages = defineMessages({
  pt: {
    title: 'WhatsApp por QR Code não é oficial',
    intro: 'Esta conexão funciona como o WhatsApp Web, sem acordo com a Meta. Antes de usá-la, saiba:',
    risk: 'O WhatsApp pode bloquear o número, por dias ou para sempre, sem aviso.',
    terms: 'Os Termos de Serviço do WhatsApp não permitem programas não autorizados nem mensagens automáticas em massa.',
    change: 'Uma mudança no WhatsApp pode interromper a conexão até que o sistema seja atualizado.',
    advice: 'Para campanhas e para números que a empresa não pode perder, use a API oficial da Meta.',
    once: 'O aceite vale para toda a empresa e fica registrado com seu nome.',
    accept: 'Li e aceito o risco',
    accepted: 'Risco aceito por {name} em {date}.',
    acceptedBefore: 'Risco aceito em {date}.',
    read: 'Ler o aviso',
  },
  en: {
    title: 'WhatsApp by QR code is unofficial',
    intro: 'This connection works like WhatsApp Web, without an agreement with Meta. Before using it, know that:',
    risk: 'WhatsApp may block the number, for days or for good, without warning.',
    terms: 'The WhatsApp Terms of Service allow neither unauthorised programs nor automated bulk messages.',
    change: 'A change at WhatsApp may interrupt the connection until the system is updated.',
    advice: "For campaigns, and for numbers the company can not lose, use Meta's official API.",
    once: 'The acceptance holds for the whole company and is kept with your name.',
    accept: 'I have read this and accept the risk',
    accepted: 'Risk accepted by {name} on {date}.',
    acceptedBefore: 'Risk accepted on {date}.',
    read: 'Read the notice',
  },
  es: {
    title: 'WhatsApp por código QR no es oficial',
    intro: 'Esta conexión funciona como WhatsApp Web, sin acuerdo con Meta. Antes de usarla, ten en cuenta:',
    risk: 'WhatsApp puede bloquear el número, por días o para siempre, sin aviso.',
    terms: 'Los Términos de Servicio de WhatsApp no permiten programas no autorizados ni mensajes automáticos masivos.',
    change: 'Un cambio en WhatsApp puede interrumpir la conexión hasta que se actualice el sistema.',
    advice: 'Para campañas y para números que la empresa no puede perder, usa la API oficial de Meta.',
    once: 'La aceptación vale para toda la empresa y queda registrada con tu nombre.',
    accept: 'Leí y acepto el riesgo',
    accepted: 'Riesgo aceptado por {name} el {date}.',
    acceptedBefore: 'Riesgo aceptado el {date}.',
    read: 'Leer el aviso',
  },
});
