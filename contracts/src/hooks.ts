import { z } from 'zod';
import { Done, endpoint, idText } from './kit.ts';

const params = z.object({ whatsappId: idText('connection') });

/** Calls of other people's servers to ours. */
export const hooksApi = {
  /** Meta asks whether this address is ours, by the verify token that was entered on both sides. Answers the challenge as plain text. */
  verifyCloud: endpoint('GET', '/hooks/cloud/:whatsappId', {
    params,
    query: z.object({ 'hub.mode': z.string(), 'hub.verify_token': z.string(), 'hub.challenge': z.string().max(1_000) }),
    reply: z.string().meta({ contentMediaType: 'text/plain' }),
  }),
  /** What happens on a number of the Cloud API, signed with its app secret (`X-Hub-Signature-256`). Up to 3 MiB. */
  cloud: endpoint('POST', '/hooks/cloud/:whatsappId', {
    params,
    body: z.looseObject({ entry: z.array(z.unknown()).optional() }),
    reply: Done,
  }),
};
