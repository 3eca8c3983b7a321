/** What is told in the demo: who works at the shop, and what its customers and its people say to one another. */

export const shop = { name: 'Loja Aurora', domain: 'loja-aurora.exemplo' };

export type Option = { title: string; message: string; options?: readonly Option[] };

/** One of them asks further, and one is closed on the day of the demo, so that both can be seen whenever it is. */
export const queues = [
  {
    name: 'Vendas',
    color: '#0A7A48',
    greetingMessage: 'Olá! Você falou com as vendas da Loja Aurora.',
    outOfHoursMessage: '',
    closed: false,
  },
  {
    name: 'Suporte',
    color: '#2F6FD0',
    greetingMessage: 'Olá! Você falou com o suporte da Loja Aurora.',
    outOfHoursMessage: '',
    closed: false,
  },
  {
    name: 'Financeiro',
    color: '#C4281C',
    greetingMessage: 'Olá! Você falou com o financeiro da Loja Aurora.',
    outOfHoursMessage: 'O financeiro não atende hoje. Deixe sua mensagem, que respondemos no próximo dia útil.',
    closed: true,
  },
] as const;
export type QueueName = (typeof queues)[number]['name'];

/** What the bot asks further in a queue. */
export const menus: readonly { queue: QueueName; options: readonly Option[] }[] = [
  {
    queue: 'Suporte',
    options: [
      {
        title: 'Meu pedido',
        message: 'O que houve com o pedido?',
        options: [
          { title: 'Ainda não chegou', message: 'Vamos verificar com a transportadora. Um atendente já responde.' },
          { title: 'Veio errado', message: 'Sinto muito! Um atendente vai abrir a troca com você.' },
        ],
      },
      { title: 'Trocas e devoluções', message: 'A troca é grátis em até 30 dias. Um atendente já ajuda.' },
      { title: 'Endereço e horário', message: 'Rua das Flores, 100, de segunda a sábado, das 9h às 18h.' },
    ],
  },
  {
    queue: 'Vendas',
    options: [
      { title: 'Atacado e uniformes', message: 'Conte quantas peças você precisa. Um vendedor já responde.' },
      { title: 'Comprar pelo WhatsApp', message: 'Mande o nome ou a foto do produto. Um vendedor já responde.' },
    ],
  },
];

/** With `kanban` 1 they are the lanes of the board, in this order. */
export const tags = [
  { name: 'Orçamento', color: '#B45309', kanban: 1 },
  { name: 'Urgente', color: '#C4281C', kanban: 0 },
  { name: 'Cliente VIP', color: '#7C3AED', kanban: 0 },
  { name: 'Negociação', color: '#0F766E', kanban: 1 },
  { name: 'Troca', color: '#2F6FD0', kanban: 1 },
] as const;
/** Shared by the admin, for everybody to answer with. */
export const quickMessages = [
  { shortcode: 'ola', message: '{{greeting}}, {{firstName}}! Aqui é {{user}}, da {{company}}. Como posso ajudar?' },
  { shortcode: 'pix', message: 'Nossa chave Pix é financeiro@aurora.example. Depois do pagamento, envie o comprovante por aqui.' },
  { shortcode: 'troca', message: 'A troca pode ser feita em até *30 dias*, com a etiqueta. Pode me enviar uma foto da peça?' },
  { shortcode: 'obrigado', message: 'Obrigado pelo contato, {{firstName}}! Seu protocolo é {{protocol}}.' },
] as const;
type TagName = (typeof tags)[number]['name'];

/** What everybody narrows their lists to with one click. */
export const savedFilters: readonly { name: string; tag?: TagName; queue?: QueueName }[] = [
  { name: 'VIP', tag: 'Cliente VIP' },
  { name: 'Urgentes', tag: 'Urgente' },
  { name: 'Só vendas', queue: 'Vendas' },
];

export const people = [
  { key: 'marina', name: 'Marina Alves', profile: 'admin', queues: ['Vendas', 'Suporte', 'Financeiro'] },
  { key: 'rui', name: 'Rui Castro', profile: 'supervisor', queues: ['Vendas', 'Suporte'] },
  { key: 'bia', name: 'Bia Souza', profile: 'user', queues: ['Vendas'] },
  { key: 'caio', name: 'Caio Lima', profile: 'user', queues: ['Suporte'] },
] as const satisfies readonly { key: string; name: string; profile: string; queues: readonly QueueName[] }[];
export type PersonKey = (typeof people)[number]['key'];

/** When the shop is closed, each year. */
export const holidays = [
  { day: '01-01', name: 'Ano-novo' },
  { day: '04-21', name: 'Tiradentes' },
  { day: '05-01', name: 'Dia do Trabalho' },
  { day: '09-07', name: 'Independência do Brasil' },
  { day: '10-12', name: 'Nossa Senhora Aparecida' },
  { day: '11-02', name: 'Finados' },
  { day: '11-15', name: 'Proclamação da República' },
  { day: '12-25', name: 'Natal' },
] as const;

/** Two take what comes in to their one queue; in the third the customer chooses from a menu. */
export const connections = [
  { name: 'WhatsApp Vendas', queues: ['Vendas'], greetingMessage: '' },
  { name: 'WhatsApp Suporte', queues: ['Suporte'], greetingMessage: '' },
  {
    name: 'WhatsApp Loja',
    queues: ['Vendas', 'Suporte', 'Financeiro'],
    greetingMessage: '{{ms}}, {{firstName}}! Aqui é da Loja Aurora. Com quem você quer falar?',
  },
] as const satisfies readonly { name: string; queues: readonly QueueName[]; greetingMessage: string }[];
export const partings = {
  ratingMessage: 'Como foi o seu atendimento?',
  complationMessage: 'Obrigado! A Loja Aurora agradece a sua opinião.',
};
type ConnectionName = (typeof connections)[number]['name'];

/** What one side does. The customer may also send a place or react to the last words; the company may also note something down. */
export type Step =
  | { customer: string; forwarded?: true }
  /** An answer to the bot, which answers in turn. */
  | { chooses: string }
  | { place: { latitude: number; longitude: number; name: string } }
  | { likes: string }
  | { answer: string }
  | { note: string }
  | { call: true };

export type Conversation = {
  customer: string;
  number: string;
  on: ConnectionName;
  by?: PersonKey;
  tags?: readonly TagName[];
  steps: readonly Step[];
  ends?: 'closed' | { transferredTo: QueueName };
  /** What the customer answers when they are asked how it was. */
  rates?: 1 | 2 | 3;
};

export const conversations: readonly Conversation[] = [
  {
    customer: 'Helena Prado',
    number: '5511987650001',
    on: 'WhatsApp Vendas',
    by: 'bia',
    ends: 'closed',
    rates: 3,
    steps: [
      { customer: 'Boa tarde! Vocês entregam em Campinas?' },
      { answer: 'Boa tarde, Helena! Entregamos sim, em até *3 dias úteis*.' },
      { customer: 'Perfeito, vou fechar pelo site. Obrigada!' },
      { answer: 'Nós que agradecemos. Boa semana!' },
    ],
  },
  {
    customer: 'Otávio Reis',
    number: '5511987650002',
    on: 'WhatsApp Suporte',
    by: 'caio',
    ends: 'closed',
    tags: ['Troca'],
    steps: [
      { customer: 'Recebi a camisa no tamanho errado' },
      { answer: 'Sinto muito, Otávio. Abri a troca, o código de postagem chega por e-mail.' },
      { note: 'Segunda troca deste pedido: conferir a separação.' },
      { customer: 'Show, obrigado' },
    ],
  },
  {
    customer: 'Sofia Nakamura',
    number: '5511987650003',
    on: 'WhatsApp Suporte',
    by: 'caio',
    ends: { transferredTo: 'Financeiro' },
    steps: [
      { customer: 'Fui cobrada duas vezes no cartão' },
      { answer: 'Vou passar para o financeiro, que consegue estornar. Um instante!' },
      { note: 'Cobrança dupla confirmada no extrato que ela mandou.' },
    ],
  },
  {
    customer: 'João Pedro Martins',
    number: '5511987650004',
    on: 'WhatsApp Vendas',
    by: 'bia',
    tags: ['Orçamento', 'Cliente VIP'],
    steps: [
      { customer: 'Oi! Preciso de 40 uniformes para a equipe' },
      { answer: 'Que ótimo, João! Qual tecido você prefere: *algodão* ou *dry-fit*?' },
      { customer: 'Dry-fit. E dá para bordar a logo?', forwarded: true },
      { answer: 'Dá sim. Com bordado fica R$ 62,90 a peça, prazo de 12 dias.' },
      { likes: '👍' },
      { customer: 'Pode mandar o orçamento por escrito?' },
    ],
  },
  {
    customer: 'Cafeteria Central',
    number: '5511987650005',
    on: 'WhatsApp Vendas',
    by: 'rui',
    steps: [
      { customer: 'A entrega de hoje pode ser neste endereço?' },
      { place: { latitude: -23.5614, longitude: -46.6559, name: 'Cafeteria Central, Av. Paulista' } },
      { answer: 'Pode sim, já avisei a transportadora.' },
    ],
  },
  {
    customer: 'Rita Lima',
    number: '5511987650006',
    on: 'WhatsApp Suporte',
    by: 'caio',
    tags: ['Urgente'],
    steps: [
      { customer: 'O aplicativo não deixa eu acompanhar o pedido' },
      { answer: 'Bom dia, Rita! Pode me mandar o número do pedido?' },
      { customer: 'É o 48213' },
    ],
  },
  {
    customer: 'Marcos Teixeira',
    number: '5511987650010',
    on: 'WhatsApp Loja',
    steps: [
      { customer: 'Boa tarde' },
      { chooses: '2' },
      { chooses: '1' },
      { chooses: '1' },
      { customer: 'É o pedido 51720, era para ontem' },
    ],
  },
  {
    customer: 'Lívia Moura',
    number: '5511987650011',
    on: 'WhatsApp Loja',
    steps: [{ customer: 'Oi, preciso da nota fiscal' }, { chooses: '3' }],
  },
  { customer: 'Wesley Andrade', number: '5511987650007', on: 'WhatsApp Vendas', steps: [{ customer: 'Tem esse tênis no 42?' }] },
  {
    customer: 'Ana Clara Dias',
    number: '5511987650008',
    on: 'WhatsApp Vendas',
    steps: [{ customer: 'Oi, tudo bem?' }, { chooses: '2' }, { customer: 'Queria saber se a promoção de inverno ainda vale 🙂' }],
  },
  {
    customer: 'Dona Lourdes',
    number: '5511987650009',
    on: 'WhatsApp Suporte',
    steps: [{ call: true }, { customer: 'Liguei e ninguém atendeu, me ajudem por favor' }],
  },
];
