import type { IncomingMessage, ServerResponse } from 'node:http';

// The smallest picture that is one.
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Where encrypted files lie: uploads by POST, downloads by path; and profile pictures. */
export class MediaHost {
  readonly files = new Map<string, Buffer>();
  uploads = 0;

  serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    if (request.method === 'POST') this.keep(request, response, pathname);
    else if (pathname.startsWith('/pictures/')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else {
      const file = this.files.get(pathname);
      response.writeHead(file ? 200 : 404, { 'content-type': 'application/octet-stream' }).end(file);
    }
  }

  private keep(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.uploads += 1;
      this.files.set(pathname, Buffer.concat(parts));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ url: `https://mmg.whatsapp.net${pathname}`, direct_path: pathname }));
    });
  }
}
