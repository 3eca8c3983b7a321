/** The audio thread sends samples in chunks large enough not to flood the page. */
const pieceLength = 4096;

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

class Capture extends AudioWorkletProcessor {
  private piece = new Float32Array(pieceLength);
  private filled = 0;

  process([channels]: Float32Array[][]): boolean {
    const samples = channels?.[0];
    if (!samples) return true;
    if (this.filled + samples.length > pieceLength) this.handOn();
    this.piece.set(samples, this.filled);
    this.filled += samples.length;
    return true;
  }

  private handOn(): void {
    const piece = this.piece.slice(0, this.filled);
    this.port.postMessage(piece, [piece.buffer]);
    this.filled = 0;
  }
}

registerProcessor('capture', Capture);
