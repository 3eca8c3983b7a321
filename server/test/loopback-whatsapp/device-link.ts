import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys';
import type { WebSocket } from 'ws';
import type { Account } from './account.ts';
import { type Authority, NoiseResponder } from './noise.ts';

/** One socket of a linked device, from the handshake on. */
export class DeviceLink {
  account: Account | undefined;
  /** What a pairing by code under way has agreed on so far. */
  pairing: { wrapped: Buffer; number: string } | undefined;
  private readonly noise: NoiseResponder;
  private received = Buffer.alloc(0);
  private greeted = false;
  private step: 'hello' | 'finish' | 'open' = 'hello';
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    authority: Authority,
    private readonly on: {
      login: (link: DeviceLink, payload: proto.ClientPayload) => Promise<void>;
      node: (link: DeviceLink, node: BinaryNode) => Promise<void>;
      close: (link: DeviceLink) => void;
      fault: (error: unknown) => void;
    },
  ) {
    this.noise = new NoiseResponder(authority);
    socket.on('message', (data: Buffer) => {
      this.work = this.work.then(() => this.take(data)).catch(on.fault);
    });
    socket.on('close', () => on.close(this));
    socket.on('error', () => undefined);
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  send(node: BinaryNode): void {
    if (this.isOpen) this.frame(this.noise.seal(encodeBinaryNode(node)));
  }

  close(): void {
    this.socket.close();
  }

  drop(): void {
    this.socket.terminate();
  }

  private frame(bytes: Uint8Array): void {
    const length = Buffer.alloc(3);
    length.writeUIntBE(bytes.length, 0, 3);
    this.socket.send(Buffer.concat([length, bytes]));
  }

  private async take(data: Buffer): Promise<void> {
    this.received = Buffer.concat([this.received, data]);
    if (!this.greeted) {
      // A routing header may come first; then 'W' 'A' and two versions.
      const routed = this.received.subarray(0, 2).toString() === 'ED' ? 7 + this.received.readUIntBE(4, 3) : 0;
      this.received = this.received.subarray(routed + 4);
      this.greeted = true;
    }
    while (this.received.length >= 3) {
      const length = this.received.readUIntBE(0, 3);
      if (this.received.length < length + 3) return;
      const frame = this.received.subarray(3, length + 3);
      this.received = this.received.subarray(length + 3);
      await this.takeFrame(frame);
    }
  }

  private async takeFrame(frame: Buffer): Promise<void> {
    if (this.step === 'hello') {
      this.step = 'finish';
      this.frame(this.noise.hello(frame));
    } else if (this.step === 'finish') {
      this.step = 'open';
      await this.on.login(this, this.noise.finish(frame));
    } else await this.on.node(this, await decodeBinaryNode(this.noise.open(frame)));
  }
}
