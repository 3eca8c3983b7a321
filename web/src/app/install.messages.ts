import { defineMessages } from '../platform/language/messages.ts';

export const installMessages = defineMessages({
  pt: {
    title: 'Instalar o aplicativo',
    ask: 'A Prosa abre numa janela própria, com ícone na área de trabalho e avisos de mensagens. Nada mais é baixado.',
    explain: 'Toque em Compartilhar na barra do navegador e escolha «Adicionar à Tela de Início».',
    install: 'Instalar',
    notNow: 'Não mostrar mais',
  },
  en: {
    title: 'Install the app',
    ask: 'Prosa opens in a window of its own, with an icon on the desktop and notices of messages. Nothing else is downloaded.',
    explain: 'Tap Share in the bar of the browser and choose “Add to Home Screen”.',
    install: 'Install',
    notNow: 'Do not show again',
  },
  es: {
    title: 'Instalar la aplicación',
    ask: 'Prosa se abre en una ventana propia, con un icono en el escritorio y avisos de mensajes. No se descarga nada más.',
    explain: 'Toca Compartir en la barra del navegador y elige «Añadir a pantalla de inicio».',
    install: 'Instalar',
    notNow: 'No mostrar más',
  },
});
