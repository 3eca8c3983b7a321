import { defineMessages } from '../../platform/language/messages.ts';

export const loginMessages = defineMessages({
  pt: {
    product: 'Prosa',
    title: 'Entrar na sua conta',
    logIn: 'Entrar',
    noAccount: 'Não tem conta?',
    signUp: 'Cadastre-se',
    payNow: 'Pagar agora',
    expired: 'Opss! Sua assinatura venceu {date}. Entre em contato com o Suporte para mais informações!',
  },
  en: {
    product: 'Prosa',
    title: 'Log in to your account',
    logIn: 'Log in',
    noAccount: 'No account?',
    signUp: 'Sign up',
    payNow: 'Pay now',
    expired: 'Oops! Your subscription expired on {date}. Contact Support for more information!',
  },
  es: {
    product: 'Prosa',
    title: 'Entra en tu cuenta',
    logIn: 'Entrar',
    noAccount: '¿No tienes cuenta?',
    signUp: 'Regístrate',
    payNow: 'Pagar ahora',
    expired: '¡Ups! Tu suscripción venció el {date}. ¡Contacta a Soporte para más información!',
  },
});
