import { defineMessages } from '../language/messages.ts';

export const sessionMessages = defineMessages({
  pt: {
    dueSoon: 'Sua assinatura vence em {n} dia(s)',
    elsewhere: 'Sua conta foi acessada em outro computador.',
    notEnded: 'Você saiu daqui, mas o servidor não pôde encerrar a sessão. Tente novamente antes de deixar este computador.',
    tryAgain: 'Tentar novamente',
    ended: 'Sessão encerrada.',
    unsentTitle: 'Sair sem enviar?',
    unsentBody: 'Mensagens ainda não enviadas: {n}. Elas e seus rascunhos serão apagados deste computador.',
    logOutAnyway: 'Sair e apagar',
  },
  en: {
    dueSoon: 'Your subscription expires in {n} day(s)',
    elsewhere: 'Your account was accessed on another computer.',
    notEnded: 'You left here, but the server could not end the session. Try again before you leave this computer.',
    tryAgain: 'Try again',
    ended: 'Session ended.',
    unsentTitle: 'Log out without sending?',
    unsentBody: 'Messages not sent yet: {n}. They and your drafts will be deleted from this computer.',
    logOutAnyway: 'Log out and delete',
  },
  es: {
    dueSoon: 'Tu suscripción vence en {n} día(s)',
    elsewhere: 'Tu cuenta fue abierta en otro equipo.',
    notEnded: 'Saliste de aquí, pero el servidor no pudo cerrar la sesión. Inténtalo de nuevo antes de dejar este equipo.',
    tryAgain: 'Intentar de nuevo',
    ended: 'Sesión cerrada.',
    unsentTitle: '¿Salir sin enviar?',
    unsentBody: 'Mensajes aún no enviados: {n}. Estos y tus borradores se borrarán de este equipo.',
    logOutAnyway: 'Salir y borrar',
  },
});
