import { helpsApi } from '@prosa/contracts/helps';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountForAll } from '../../platform/live/mount-for-all.ts';
import { createHelp, removeHelp, updateHelp } from './helps.actions.ts';
import { findHelp, listAllHelps, listHelps } from './helps.queries.ts';

export function helpsRoutes(http: Http): void {
  mount(http, helpsApi.list, 'session', (scope, { query }) => listHelps(scope, query));
  mount(http, helpsApi.everyone, 'session', (scope) => listAllHelps(scope));
  mount(http, helpsApi.show, 'session', async ({ tx }, { params }) => (await findHelp(tx, params.id)) ?? refuse('ERR_NO_HELP_FOUND'));
  mountForAll(http, helpsApi.create, { write: (work, { body }) => createHelp(work, body) });
  mountForAll(http, helpsApi.update, { write: (work, { params, body }) => updateHelp(work, params.id, body) });
  mountForAll(http, helpsApi.remove, {
    write: async (work, { params }) => {
      await removeHelp(work, params.id);
      return { message: 'Help deleted' };
    },
  });
}
