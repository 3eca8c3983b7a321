import { randomBytes } from 'node:crypto';
import type { PhoneMessage } from '@prosa/contracts/simulator';

/** A business number as Meta knows it. */
export type Account = {
  phoneNumberId: string;
  wabaId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  /** Where what happens is posted to. */
  hook: string;
  /** Who customers are, what they have seen of the conversation, and what they are shown the business doing. */
  conversations: Map<string, PhoneMessage[]>;
  typingUntil: Map<string, number>;
  /** Customers who show this id instead of their number, by number. */
  hidden: Map<string, string>;
  /** Nobody is under these numbers. */
  disowned: Set<string>;
  windowHours: number | null;
  lastHeard: Map<string, number>;
  templates: TemplateRecord[];
  /** Every request for a message that was read, whether or not it was taken. */
  posted: Array<Record<string, unknown>>;
  /** Whether the status of what was taken is told: until it is, nobody knows of it. */
  tellsStatuses: boolean;
  statuses: string[];
};

type TemplateRecord = {
  name: string;
  language: string;
  status: string;
  category: string;
  parameter_format?: string;
  components: object[];
};
export type MediaRecord = { id: string; bytes: Buffer; mimetype: string; owner: string; urls: Map<string, number> };

/** What goes wrong next, in this order. */
export type Fault =
  | { kind: 'error'; code: number; status?: number; to?: string }
  /** Taken, and the answer is lost. */
  | { kind: 'loseAnswer' }
  /** Neither taken nor answered. */
  | { kind: 'dropRequest' };

export const newWamid = () => `wamid.${randomBytes(18).toString('base64url')}`;

let accounts = 0;
const unique = () => `${Date.now()}${String(++accounts).padStart(4, '0')}`;

export function newAccount(): Account {
  const id = unique();
  return {
    phoneNumberId: `1${id}`,
    wabaId: `2${id}`,
    accessToken: `EAAtoken${randomBytes(12).toString('hex')}`,
    appSecret: randomBytes(16).toString('hex'),
    verifyToken: `verify-${randomBytes(8).toString('hex')}`,
    hook: '',
    conversations: new Map(),
    typingUntil: new Map(),
    hidden: new Map(),
    disowned: new Set(),
    windowHours: null,
    lastHeard: new Map(),
    templates: [
      template('ola', 'Olá {{1}}, podemos continuar o seu atendimento?'),
      template('recusado', 'Compre já', 'REJECTED'),
      {
        ...template('fatura', 'Vence em {{1}}: {{2}}.'),
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Fatura {{1}}' },
          { type: 'BODY', text: 'Vence em {{1}}: {{2}}.' },
          { type: 'FOOTER', text: 'Loja' },
          { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Pagar', url: 'https://loja.example/{{1}}' }] },
        ],
      },
      {
        ...template('foto', 'Veja'),
        components: [
          { type: 'HEADER', format: 'IMAGE' },
          { type: 'BODY', text: 'Veja' },
        ],
      },
      { ...template('nomes', 'Olá {{cliente}}'), parameter_format: 'NAMED' },
    ],
    posted: [],
    tellsStatuses: true,
    statuses: ['sent', 'delivered'],
  };
}

const template = (name: string, body: string, status = 'APPROVED'): TemplateRecord => ({
  name,
  language: 'pt_BR',
  status,
  category: 'UTILITY',
  components: [{ type: 'BODY', text: body }],
});

export function shownTo(account: Account, number: string): PhoneMessage[] {
  const shown = account.conversations.get(number) ?? [];
  account.conversations.set(number, shown);
  return shown;
}

export function phoneMessage(over: Partial<PhoneMessage> & { id: string }): PhoneMessage {
  return {
    fromBusiness: false,
    body: '',
    mediaType: null,
    mediaUrl: null,
    quotedId: null,
    ack: 0,
    isDeleted: false,
    isEdited: false,
    reactions: [],
    data: null,
    at: new Date().toISOString(),
    ...over,
  };
}
