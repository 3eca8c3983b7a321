import { inScope } from '../../../platform/database/scope.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import { type Outbound, OutboundError } from '../../../platform/outbound/outbound.ts';
import { beginPreview, finishPreview, linkPreviewJob } from './link-previews.actions.ts';
import type { Link } from './links.rules.ts';
import type { PageWords } from './page.rules.ts';
import { readPageApart } from './page-worker.ts';

const limits = { bytes: 512 * 1024, seconds: 5 };

/** Fetches what a link leads to, once, through the guarded client, and shows what the page says of itself with the message. */
export const linkPreviews = (outbound: Outbound): Job =>
  defineJob(
    linkPreviewJob.name,
    linkPreviewJob.data,
    async (platform, companyId, asked) => {
      const link = await inScope(platform, { companyId }, (scope) => beginPreview(scope, asked));
      if (!link) return;
      const page = await fetchPage(outbound, link);
      await inScope(platform, { companyId }, (scope) => finishPreview(scope, asked.messageId, link, page));
    },
    // It waits for strangers' servers: what is quick never waits behind it.
    'heavy',
  );

/** Nothing, for whatever reason, is an answer too: nobody asks again today. */
async function fetchPage(outbound: Outbound, { address }: Link): Promise<PageWords | undefined> {
  try {
    return await readFrom(outbound, address).catch((error: unknown) => {
      // Plain http is never requested: most servers answer on https too.
      if (!isRefusal(error) || !address.startsWith('http:')) throw error;
      return readFrom(outbound, address.replace(/^http:/, 'https:'));
    });
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

const isRefusal = (error: unknown) => error instanceof OutboundError && error.reason === 'refused';

async function readFrom(outbound: Outbound, url: string): Promise<PageWords | undefined> {
  const { status, headers, stream } = await outbound.open({
    url,
    chosenBy: 'company',
    purpose: 'link-preview',
    headers: { accept: 'text/html,application/xhtml+xml', 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.5' },
    types: ['text/html', 'application/xhtml+xml'],
    totalSeconds: limits.seconds,
    redirects: 3,
  });
  if (status >= 200 && status < 300) return readPageApart(await readStart(stream), headers['content-type'] ?? '');
  stream.destroy();
  return undefined;
}

/** A page says at its beginning what it is; the rest of a long one is left unread. */
async function readStart(stream: AsyncIterable<Buffer> & { destroy(): void }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limits.bytes) break;
  }
  stream.destroy();
  return Buffer.concat(chunks).subarray(0, limits.bytes);
}
