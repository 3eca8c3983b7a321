import { defineMessages } from '../../platform/language/messages.ts';

export const onboardingMessages = defineMessages({
  pt: {
    title: 'Primeiros passos',
    dismiss: 'Dispensar os primeiros passos',
    done: 'feito',
    connect: 'Conectar um WhatsApp',
    connectGo: 'Conectar',
    invite: 'Convidar a equipe',
    inviteGo: 'Convidar',
    answer: 'Responder o primeiro cliente',
    answerGo: 'Abrir o simulador',
  },
  en: {
    title: 'First steps',
    dismiss: 'Dismiss the first steps',
    done: 'done',
    connect: 'Connect a WhatsApp',
    connectGo: 'Connect',
    invite: 'Invite the team',
    inviteGo: 'Invite',
    answer: 'Answer the first customer',
    answerGo: 'Open the simulator',
  },
  es: {
    title: 'Primeros pasos',
    dismiss: 'Descartar los primeros pasos',
    done: 'hecho',
    connect: 'Conectar un WhatsApp',
    connectGo: 'Conectar',
    invite: 'Invitar al equipo',
    inviteGo: 'Invitar',
    answer: 'Responder al primer cliente',
    answerGo: 'Abrir el simulador',
  },
});
