import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Within this work, `jobSignal` tells when it is to be given up. */
export const withJobSignal = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => signals.run(signal, work);

/** Of the job that is being done here, if any: for what would outlive it, such as a process it has started. */
export const jobSignal = (): AbortSignal | undefined => signals.getStore();
