import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode, type proto } from '@whiskeysockets/baileys';
import { WebSocketServer } from 'ws';
import { muteSignalLibrary } from '../../src/channels/baileys/library.ts';
import type { Account } from './account.ts';
import { Customer } from './customer.ts';
import { DeviceLink } from './device-link.ts';
import { deliverToGroup, joinGroup } from './group-delivery.ts';
import { MediaHost } from './media-host.ts';
import { callOffer, history, type Interruption, interruptions, now, typingIn, type WriteOptions } from './nodes.ts';
import { Authority } from './noise.ts';
import { OwnPhone, primaryAt } from './own-phone.ts';
import { type Owner, Pairing } from './pairing.ts';
import type { SignalPhone } from './phone.ts';
import { answerQuery } from './queries.ts';
import { Retries } from './retries.ts';

const newId = () => randomBytes(16).toString('hex').toUpperCase();

/**
 * A WhatsApp of our own on this machine, which a real client takes for the real one while it trusts its root key. What is not
 * acknowledged comes again at the next login, and the same id sent twice is one message (an assumption about the real one).
 */
export class LoopbackWhatsApp {
  readonly pairing = new Pairing((account) => this.accounts.set(account.number, account));
  readonly groups = new Map<string, { name: string; participants: Set<Customer> }>();
  readonly media = new MediaHost();
  readonly ownPhone = new OwnPhone();
  /** Everything that devices sent, in order. */
  readonly heard: BinaryNode[] = [];
  readonly faults: unknown[] = [];
  /** Which receipts phones give by themselves. */
  receipts: Array<'read' | 'played' | undefined> = [undefined];
  /** The next message is refused with this code. */
  nackNext: string | undefined;
  /** Messages are taken without an answer. */
  isMute = false;
  /** Whoever connects is turned away: not at all, or with a reason. */
  refusal: 'unreachable' | '401' | '403' | '405' | '503' | undefined;
  private readonly accounts = new Map<string, Account>();
  private readonly phones = new Map<string, Customer>();
  private readonly authority = new Authority();
  private readonly links = new Set<DeviceLink>();
  private readonly retries = new Retries();
  private readonly http: Server;
  private readonly sockets: WebSocketServer;
  private port = 0;

  private constructor() {
    this.http = createServer((request, response) => this.media.serve(request, response));
    this.sockets = new WebSocketServer({ server: this.http, verifyClient: () => this.refusal !== 'unreachable' });
    this.sockets.on('connection', (socket) => {
      const link = new DeviceLink(socket, this.authority, {
        login: (who, payload) => this.login(who, payload),
        node: (who, node) => this.take(who, node),
        close: (who) => this.left(who),
        fault: (error) => this.faults.push(error),
      });
      this.links.add(link);
    });
  }

  static async open(): Promise<LoopbackWhatsApp> {
    muteSignalLibrary();
    const network = new LoopbackWhatsApp();
    await new Promise<void>((done) => network.http.listen(0, '127.0.0.1', done));
    const address = network.http.address();
    network.port = typeof address === 'object' && address ? address.port : 0;
    return network;
  }

  get mediaUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What a server needs to take this for WhatsApp. */
  get environment() {
    return {
      WHATSAPP_WEB_URL: `ws://127.0.0.1:${this.port}/ws/chat`,
      WHATSAPP_WEB_ROOT_KEY: Buffer.from(this.authority.root.public).toString('base64'),
      WHATSAPP_WEB_MEDIA_URL: this.mediaUrl,
    };
  }

  async close(): Promise<void> {
    for (const link of this.links) link.drop();
    this.sockets.close();
    this.http.closeAllConnections();
    await new Promise<void>((done) => this.http.close(() => done()));
  }

  customer(number: string, name = 'Maria'): Customer {
    const phone = new Customer(number, `1${number}`, name);
    this.phones.set(phone.pn, phone);
    this.phones.set(phone.lid, phone);
    return phone;
  }

  /** Nobody is under this number any more. */
  disown(number: string): void {
    for (const [jid, phone] of this.phones) if (phone.number === number) this.phones.delete(jid);
  }

  phoneAt(jid: string): Customer | undefined {
    const decoded = jidDecode(jid);
    return decoded && this.phones.get(`${decoded.user}@${decoded.server}`);
  }

  scan(qr: string, owner: Owner): Account {
    return this.pairing.scan(qr, owner);
  }

  /** The phone with this number gets the code that some device shows. */
  typeCode(code: string, owner: Owner): Promise<void> {
    const link = [...this.links].find(({ pairing }) => pairing?.number === owner.number);
    if (!link) throw new Error('no device waits for a code of this number');
    return this.pairing.type(link, code, owner);
  }

  /** A customer writes. */
  async write(account: Account, customer: Customer, message: proto.IMessage, options: WriteOptions = {}): Promise<string> {
    const sealed = await this.seal(account, customer, message, options);
    sealed.deliver();
    return sealed.id;
  }

  /** The same, on its way for as long as one likes. */
  async seal(account: Account, customer: Customer, message: proto.IMessage, options: WriteOptions = {}) {
    const { id = newId(), group } = options;
    if (group) joinGroup(this.groups, account, group, customer);
    customer.hasPicture = true;
    customer.show(id, message, false);
    const sealed = await customer.seal(account, id, message, options);
    return { id, deliver: () => account.deliver(id, sealed) };
  }

  /** Somebody writes to a customer on the company's own phone. */
  async writeOnPhone(account: Account, customer: Customer, message: proto.IMessage, id = newId()): Promise<string> {
    const { primary } = account;
    const wrapped = { deviceSentMessage: { destinationJid: customer.pn, message } };
    const attrs = { from: primary.pn, recipient: customer.pn, type: 'text', id, t: now(), notify: primary.name };
    const again = async (): Promise<BinaryNode> => ({ tag: 'message', attrs, content: [await primary.encrypt(account, wrapped)] });
    customer.show(id, message, true);
    account.deliver(id, { node: await again(), again: () => primary.forgetSession(account).then(again) });
    return id;
  }

  /** The company's phone tells its new device what it remembers of a conversation. */
  tellHistory(account: Account, customer: Customer, messages: proto.IWebMessageInfo[]): Promise<string> {
    return this.ownPhone.tellDevice(account, history(customer, messages));
  }

  receipt(account: Account, customer: Customer, id: string, type?: 'read' | 'played'): void {
    const key = `${id}/${type ?? ''}`;
    account.deliver(key, { node: { tag: 'receipt', attrs: { from: customer.pn, id, t: now(), ...(type && { type }) } } });
  }

  call(account: Account, customer: Customer, id = newId()): string {
    account.deliver(id, { node: callOffer(customer, id) });
    return id;
  }

  types(account: Account, customer: Customer, state: 'composing' | 'paused'): void {
    account.link?.send({ tag: 'chatstate', attrs: { from: customer.pn }, content: [{ tag: state, attrs: {} }] });
  }

  /** A customer's phone could not read it and asks the device for it again. */
  askAgain(account: Account, customer: Customer, id: string): void {
    const question = this.retries.next(customer, id);
    if (question) account.deliver(question.key, { node: question.node });
  }

  /** Another client took over, the device was removed on the phone, or the server wants a new socket. */
  interrupt(account: Account, how: Interruption): void {
    if (how === 'removed') this.accounts.delete(account.number);
    account.link?.send(interruptions[how]);
    account.link?.close();
  }

  unlink = ({ number }: Account) => void this.accounts.delete(number);
  signalPhoneAt = (jid: string): SignalPhone | undefined => this.phoneAt(jid) ?? primaryAt(this.accounts.values(), jid);
  isLinked = (number: string) => this.accounts.has(number);

  /** The network goes away, or comes back. */
  setUnreachable(away: boolean): void {
    this.refusal = away ? 'unreachable' : undefined;
    if (away) for (const link of this.links) link.drop();
  }

  private left(link: DeviceLink): void {
    this.links.delete(link);
    if (link.account?.link === link) link.account.link = undefined;
  }

  private async login(link: DeviceLink, { devicePairingData, username }: proto.ClientPayload): Promise<void> {
    const account = this.accounts.get(String(username));
    const reason = this.refusal ?? (devicePairingData || account ? undefined : '401');
    if (reason) {
      link.send({ tag: 'failure', attrs: { reason, location: 'here' } });
      return link.close();
    }
    if (devicePairingData || !account) return this.pairing.offerQr(link);
    if (account.link) this.interrupt(account, 'replaced');
    link.account = account;
    account.link = link;
    account.logins += 1;
    link.send({ tag: 'success', attrs: { t: now(), lid: account.deviceLid, display_name: account.primary.name } });
    account.replay();
  }

  private async take(link: DeviceLink, node: BinaryNode): Promise<void> {
    this.heard.push(node);
    const { account } = link;
    if (node.tag === 'iq') return this.takeQuery(link, node);
    // Nobody listens to a socket whose place another one has taken.
    if (!account || account.link !== link) return;
    if (node.tag === 'message') return this.takeMessage(link, account, node);
    const { id = '', to = '' } = node.attrs;
    if (node.tag === 'receipt') return this.takeReceipt(link, account, node);
    if (node.tag === 'ack') this.takeAck(account, node);
    if (node.tag === 'call') link.send({ tag: 'ack', attrs: { class: 'call', id, from: to } });
    const customer = node.tag === 'chatstate' ? this.phoneAt(to) : undefined;
    if (customer) customer.typing = typingIn(node);
  }

  /** An acknowledgement is of one thing: of two questions for the same message it is of the first. */
  private takeAck(account: Account, { attrs: { id = '', error, class: kind, type = '' } }: BinaryNode): void {
    if (error && account.askedAgain.delete(id)) return;
    const name = kind === 'receipt' ? `${id}/${type}` : id;
    const meant = [...account.waiting.keys()].find((key) => key === name || (type === 'retry' && key.startsWith(`${name}/`)));
    if (meant) account.acknowledged(meant);
  }

  private takeQuery(link: DeviceLink, node: BinaryNode): void {
    if (node.attrs.type !== 'result') answerQuery(this, link, node);
    else if (getBinaryNodeChild(node, 'pair-device-sign')) {
      link.send({ tag: 'stream:error', attrs: { code: '515' } });
      setTimeout(() => link.close(), 20);
    }
  }

  private takeReceipt(link: DeviceLink, account: Account, node: BinaryNode): void {
    const { id = '', to = '', type } = node.attrs;
    link.send({ tag: 'ack', attrs: { class: 'receipt', from: to, id, ...(type && { type }) } });
    const ids = [id, ...getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item').map(({ attrs }) => attrs.id ?? '')];
    if (type === 'retry') {
      const waiting = account.waiting.get(id) ?? account.delivered.get(id);
      account.askedAgain.add(id);
      // Whenever that phone gets to it.
      void waiting?.again?.().then((again) => account.deliver(id, { ...waiting, node: again }));
      return;
    }
    for (const each of ids) {
      account.acknowledged(each);
      const shown = [...this.phones.values()].map((phone) => phone.find(each)).find((found) => found !== undefined);
      if (shown && !shown.fromBusiness) shown.ack = Math.max(shown.ack, type === 'read' ? 3 : 2);
    }
  }

  private async takeMessage(link: DeviceLink, account: Account, node: BinaryNode): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const ack = (error?: string) => link.send({ tag: 'ack', attrs: { class: 'message', from: to, id, t: now(), ...(error && { error }) } });
    if (this.nackNext) {
      ack(this.nackNext);
      this.nackNext = undefined;
      return;
    }
    const isAgain = this.retries.isAnswer(id);
    if (account.sentIds.has(id) && !isAgain) account.duplicates += 1;
    else if (node.attrs.category === 'peer') await this.ownPhone.take(account, node);
    else await this.deliver(account, node);
    account.sentIds.add(id);
    if (!this.isMute) ack();
  }

  private async deliver(account: Account, node: BinaryNode): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const members = this.groups.get(to)?.participants;
    if (members) return deliverToGroup(account, node, members);
    const customer = this.phoneAt(to);
    if (!customer) return;
    const isFor = (jid: string) => this.phoneAt(jid) === customer;
    const part = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to').find(({ attrs }) => isFor(attrs.jid ?? ''));
    const sealed = getBinaryNodeChild(part ?? node, 'enc');
    if (!sealed) return;
    const message = await customer.decrypt(account, sealed).catch(() => undefined);
    if (!message) return this.askAgain(account, customer, id);
    customer.show(id, message, true);
    for (const type of this.receipts) this.receipt(account, customer, id, type);
  }
}
