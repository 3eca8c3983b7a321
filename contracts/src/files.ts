import { z } from 'zod';
import { endpoint, refersTo } from './kit.ts';

/** A stored file. Opened by the signature in its address, or by a session whose user may see it; both are checked by the server. */
export const filesApi = {
  read: endpoint('GET', '/public/:company/:shelf/:name', {
    params: z.object({ company: z.string(), shelf: z.string(), name: z.string().meta(refersTo('media')) }),
    reply: z.unknown(),
  }),
};
