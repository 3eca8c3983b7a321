import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { showError } from './errors.ts';

const isWorthRetrying = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Screens do not catch: a failed change shows its toast here, unless the change says `meta: { quiet: true }` or has an
 * `onError` of its own. Live events keep lists fresh, so nothing is fetched again just because time passed.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (mutation.options.onError === undefined && mutation.meta?.quiet !== true) showError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        // Long enough for a server to come back, short enough that nobody looks at a skeleton for nothing.
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      // A change made while offline fails at once and says so, instead of waiting unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
