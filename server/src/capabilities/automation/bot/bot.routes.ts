import { queueOptionsApi } from '@prosa/contracts/queue-options';
import { type Http, mount } from '../../../platform/http/http.ts';
import { bodyLimits, withBodyLimit } from '../../../platform/http/route.ts';
import { findSettings } from '../../settings/settings.queries.ts';
import { fallbackZone } from '../../settings/settings.rules.ts';
import { previewConversation } from './bot-preview.rules.ts';

/** Trying out a menu that may not be stored yet. */
export function botRoutes(http: Http): void {
  mount(
    withBodyLimit(http, bodyLimits.bulk),
    queueOptionsApi.preview,
    'queues:manage',
    async (scope, { body: { queue, options, messages } }) => {
      const { timezone = fallbackZone } = await findSettings(scope, 'timezone');
      return previewConversation({ queue, options, messages, zone: timezone, at: scope.now });
    },
  );
}
