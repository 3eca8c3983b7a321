import { defineMessages } from '../../platform/language/messages.ts';

export const loginMessages = defineMessages({
  pt: {
    product: 'Prosa',
    title: 'Entrar na sua conta',
    logIn: 'Entrar',
    noAccount: 'Não tem conta?',
    signUp: 'Cadastre-se',
    payNow: 'Pagar agora',
    endedElsewhere:
      'Sua conta foi acessada em outro computador, e por isso saiu daqui. Seus rascunhos estão guardados: entre para continuar.',
    expired: 'Opss! Sua assinatura venceu {date}. Entre em contato com o Suporte para mais informações!',
  },
  en: {
    product: 'Prosa',
    title: 'Log in to your account',
    logIn: 'Log in',
    noAccount: 'No account?',
    signUp: 'Sign up',
    payNow: 'Pay now',
    endedElsewhere: 'Your account was accessed on another computer, so it was left here. Your drafts are kept: log in to go on.',
    expired: 'Oops! Your subscription expired on {date}. Contact Support for more information!',
  },
  es: {
    product: 'Prosa',
    title: 'Entra en tu cuenta',
    logIn: 'Entrar',
    noAccount: '¿No tienes cuenta?',
    signUp: 'Regístrate',
    payNow: 'Pagar ahora',
    endedElsewhere: 'Tu cuenta se abrió en otro equipo y por eso se cerró aquí. Tus borradores están guardados: entra para continuar.',
    expired: '¡Ups! Tu suscripción venció el {date}. ¡Contacta a Soporte para más información!',
  },
});
