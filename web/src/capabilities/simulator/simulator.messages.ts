import { defineMessages } from '../../platform/messages.ts';

export const simulatorMessages = defineMessages({
  pt: {
    title: 'Simulador', intro: 'Um celular na tela: escreva como cliente e veja o que a empresa enviou.', connection: 'Conexão', choose: 'Escolha uma conexão',
    none: 'Nenhuma conexão de simulador ainda.', noneBody: 'Adicione uma conexão do tipo Simulador para treinar.', toConnections: 'Ir para Conexões',
    notConnected: 'Esta conexão não está conectada. Inicie a sessão na página de conexões.', waitsForScan: 'A conexão espera a leitura do QR Code.', scan: 'Ler o QR Code', starting: 'A sessão está sendo iniciada…', start: 'Iniciar sessão',
    customer: 'Cliente', number: 'Número', numberHint: 'Só dígitos, com o código do país.', name: 'Nome', known: 'Clientes que já escreveram', someone: 'Cliente de teste',
    phone: 'Celular de {name}', messages: 'Conversa no celular', empty: 'Escreva a primeira mensagem deste cliente.', write: 'Mensagem do cliente', send: 'Enviar', attach: 'Anexar arquivo', removeFile: 'Remover {name}', markRead: 'Marcar como lidas', business: 'Empresa', customerSays: 'Cliente', deleted: 'Mensagem apagada', download: 'Baixar {name}',
    faults: 'Falhas da rede', offline: 'Fora do ar', duplicate: 'Entregar em dobro', reorder: 'Fora de ordem', delayMs: 'Atraso (ms)', failNext: 'Recusar envios', apply: 'Aplicar', faultsSet: 'Falhas ajustadas.',
  },
  en: {
    title: 'Simulator', intro: 'A phone on the screen: write as a customer and see what the business sent.', connection: 'Connection', choose: 'Choose a connection',
    none: 'No simulator connection yet.', noneBody: 'Add a connection of type Simulator to practise.', toConnections: 'Go to Connections',
    notConnected: 'This connection is not connected. Start its session on the connections page.', waitsForScan: 'The connection waits for its QR code to be scanned.', scan: 'Scan the QR code', starting: 'The session is being started…', start: 'Start session',
    customer: 'Customer', number: 'Number', numberHint: 'Digits only, with the country code.', name: 'Name', known: 'Customers who wrote before', someone: 'Test customer',
    phone: 'Phone of {name}', messages: 'Conversation on the phone', empty: 'Write this customer’s first message.', write: 'Message of the customer', send: 'Send', attach: 'Attach file', removeFile: 'Remove {name}', markRead: 'Mark as read', business: 'Business', customerSays: 'Customer', deleted: 'Message deleted', download: 'Download {name}',
    faults: 'Network faults', offline: 'Out of reach', duplicate: 'Deliver twice', reorder: 'Out of order', delayMs: 'Delay (ms)', failNext: 'Refuse sends', apply: 'Apply', faultsSet: 'Faults set.',
  },
  es: {
    title: 'Simulador', intro: 'Un teléfono en la pantalla: escribe como cliente y ve lo que envió la empresa.', connection: 'Conexión', choose: 'Elige una conexión',
    none: 'Aún no hay conexiones de simulador.', noneBody: 'Agrega una conexión de tipo Simulador para practicar.', toConnections: 'Ir a Conexiones',
    notConnected: 'Esta conexión no está conectada. Inicia su sesión en la página de conexiones.', waitsForScan: 'La conexión espera la lectura del QR.', scan: 'Leer el QR', starting: 'La sesión se está iniciando…', start: 'Iniciar sesión',
    customer: 'Cliente', number: 'Número', numberHint: 'Solo dígitos, con el código del país.', name: 'Nombre', known: 'Clientes que ya escribieron', someone: 'Cliente de prueba',
    phone: 'Teléfono de {name}', messages: 'Conversación en el teléfono', empty: 'Escribe el primer mensaje de este cliente.', write: 'Mensaje del cliente', send: 'Enviar', attach: 'Adjuntar archivo', removeFile: 'Quitar {name}', markRead: 'Marcar como leídos', business: 'Empresa', customerSays: 'Cliente', deleted: 'Mensaje eliminado', download: 'Descargar {name}',
    faults: 'Fallas de la red', offline: 'Fuera de alcance', duplicate: 'Entregar dos veces', reorder: 'Fuera de orden', delayMs: 'Retraso (ms)', failNext: 'Rechazar envíos', apply: 'Aplicar', faultsSet: 'Fallas ajustadas.',
  },
});
