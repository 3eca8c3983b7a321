import { lookup as askSystem, Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** What somebody answers for is a name that the operator configured or allowed. */
export type Lookup = (host: string, isAnsweredFor: boolean) => Promise<Array<{ address: string }>>;

/** One try takes twice as long as the one before. */
const patience = { timeout: 1_500, tries: 2 };
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/**
 * The addresses of a name. The system is asked for those of the operator, since it also knows the machine's own list of names. Each
 * of its questions holds one of the few threads of this process until it is answered; a stranger's name server may never answer, so
 * other names are asked for by a socket of ours. Name servers are those of the machine, as they are now, unless some are given.
 */
export function openLookup(nameServers?: string[]): Lookup {
  return async (host, isAnsweredFor) => {
    if (isAnsweredFor || isLocal(host)) return askSystem(host, { all: true });
    const resolver = new Resolver(patience);
    if (nameServers) resolver.setServers(nameServers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if ([four, six].every(findsNoServer)) return askSystem(host, { all: true });
    const found = [four, six].map((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return (hasIPv4() ? found : found.toReversed()).flat().map((address) => ({ address }));
  };
}

/** The machine finds names by other means than a name server. */
const findsNoServer = (answer: PromiseSettledResult<string[]>) =>
  answer.status === 'rejected' && Object(answer.reason).code === 'ECONNREFUSED';

const hasIPv4 = () =>
  Object.values(networkInterfaces()).some((cards) => cards?.some(({ family, internal }) => family === 'IPv4' && !internal));
