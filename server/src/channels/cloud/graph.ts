import { z } from 'zod';
import type { Outbound, OutboundCall } from '../../platform/outbound/outbound.ts';
import type { Account } from './account.ts';
import type { GraphError } from './errors.rules.ts';

/** Where the Cloud API is, and the one way there. */
export type GraphOptions = { outbound: Outbound; url: string; version: string };

export type GraphAnswer = { ok: true; data: unknown } | { ok: false; error: GraphError };
type GraphCall = Pick<OutboundCall, 'method' | 'totalSeconds'> & {
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  form?: { body: NonNullable<OutboundCall['body']>; type: string };
};

const ErrorBody = z.object({ error: z.object({ code: z.number().optional().catch(undefined) }) });
const maxAnswerBytes = 4 * 1024 * 1024;

export type Graph = ReturnType<typeof openGraph>;

/** Calls of the Graph API. What fails on the way throws an OutboundError; what Meta refuses is an answer. */
export function openGraph({ outbound, url, version }: GraphOptions) {
  return {
    /** The host of the API itself, for addresses that it gives. */
    host: new URL(url).host,
    outbound,
    async call(
      { accessToken }: Account,
      { path, query = {}, json, form, method = 'GET', totalSeconds = 20 }: GraphCall,
    ): Promise<GraphAnswer> {
      const search = new URLSearchParams(query).toString();
      const { status, body } = await outbound({
        url: `${url}/${version}/${path}${search && `?${search}`}`,
        method,
        chosenBy: 'operator',
        purpose: 'channel',
        totalSeconds,
        maxBytes: maxAnswerBytes,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': form.type }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(form && { body: form.body }),
      });
      const data = readJson(body);
      if (status >= 200 && status < 300 && data !== undefined) return { ok: true, data };
      const code = ErrorBody.safeParse(data).data?.error.code;
      return { ok: false, error: { status, code } };
    },
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
