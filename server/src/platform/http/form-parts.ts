import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../errors.ts';

type Bounds = Parameters<FastifyRequest['parts']>[0];

/** How long the parser may stall after it has all bytes. It works in memory, so this is short. */
const silenceMs = 2_000;

/**
 * The parts of a form that may be broken anywhere. The parser tells by plain errors, by the file it is about, or not at all: there
 * are forms after which it neither goes on nor ends. All of that is one answer here.
 */
export class FormReader {
  readonly #request: FastifyRequest;
  readonly #files: Array<MultipartFile['file']> = [];
  #broken = false;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  async *parts(bounds: Bounds): AsyncGenerator<Multipart> {
    const parts = this.#request.parts(bounds);
    for (;;) {
      const { done, value } = await this.#next(parts);
      if (done) return;
      if (value.type === 'file') this.#watch(value.file);
      else if (value.valueTruncated || value.fieldnameTruncated) refuse('ERR_TOO_LARGE');
      yield value;
    }
  }

  /** The error to report when reading or storing failed: a malformed form takes precedence. */
  reasonOf(error: unknown): unknown {
    const known = error instanceof Refusal || (error instanceof Error && 'statusCode' in error);
    // The parser may have ended a file with its error before anybody listened; whoever only gives up on a file leaves none in it.
    const broken = this.#broken || this.#files.some(({ errored }) => errored !== null);
    return broken && !known ? malformed() : error;
  }

  async #next(parts: AsyncIterator<Multipart>): Promise<IteratorResult<Multipart>> {
    const { raw } = this.#request;
    let timer: NodeJS.Timeout | undefined;
    let begin = () => undefined;
    const silence = new Promise<never>((_, reject) => {
      begin = () => {
        timer = setTimeout(() => reject(malformed()), silenceMs);
      };
    });
    if (raw.readableEnded) begin();
    else raw.once('end', begin);
    try {
      return await Promise.race([parts.next(), silence]);
    } catch (error) {
      this.#broken = true;
      throw error;
    } finally {
      clearTimeout(timer);
      raw.off('end', begin);
    }
  }

  /** A file of which nothing more comes although everything has come will not end by itself. */
  #watch(file: MultipartFile['file']): void {
    this.#files.push(file);
    let before = -1;
    const timer = setInterval(() => {
      const isStill = this.#request.raw.readableEnded && file.readableLength === 0 && !file.readableEnded && file.bytesRead === before;
      before = file.bytesRead;
      if (isStill) file.destroy(malformed());
    }, silenceMs / 2);
    file.once('close', () => clearInterval(timer));
  }
}

const malformed = () => new Refusal('ERR_VALIDATION', { details: [{ path: '', message: 'invalidForm' }] });
