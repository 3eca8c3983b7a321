import { tagsApi } from '@prosa/contracts/tags';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { createTag, removeTag, restoreTag, syncTags, updateTag } from './tags.actions.ts';
import { findTag, listAllTags, listTags } from './tags.queries.ts';

export function tagsRoutes(http: Http): void {
  mount(http, tagsApi.list, 'tags:use', (scope, { query }) => listTags(scope, query));
  mount(http, tagsApi.everyone, 'tags:use', (scope, { query }) => listAllTags(scope, query.searchParam));
  mount(http, tagsApi.show, 'tags:use', async (scope, { params }) => (await findTag(scope, params.id)) ?? refuse('ERR_NO_TAG_FOUND'));
  mount(http, tagsApi.create, 'tags:use', (scope, { body }) => createTag(scope, body));
  mount(http, tagsApi.update, 'tags:edit', (scope, { params, body }) => updateTag(scope, params.id, body));
  mount(http, tagsApi.remove, 'tags:edit', async (scope, { params }) => {
    await removeTag(scope, params.id);
    return { message: 'Tag deleted' };
  });
  mount(http, tagsApi.restore, 'tags:edit', (scope, { params }) => restoreTag(scope, params.id));
  mount(http, tagsApi.sync, 'tags:use', (scope, { body }) =>
    syncTags(
      scope,
      body.ticketId,
      body.tags.map(({ id }) => id),
    ),
  );
}
