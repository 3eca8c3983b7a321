import { can } from '@prosa/contracts/permissions';
import { integrationValues, isIntegrationKey, settingsApi } from '@prosa/contracts/settings';
import { type Http, mount } from '../../platform/http/http.ts';
import { findAddressFault } from '../../platform/outbound/address-check.ts';
import { listIntegrations } from './integrations.queries.ts';
import { changeSetting } from './settings.actions.ts';
import { listSettings } from './settings.queries.ts';
import { refuseValue } from './settings.store.ts';

export function settingsRoutes(http: Http): void {
  mount(http, settingsApi.list, 'settings:read', async (scope) => [
    ...(await listSettings(scope)),
    ...(can(scope.actor, 'settings:manage') ? await listIntegrations(scope) : []),
  ]);
  mount(http, settingsApi.update, 'settings:manage', (scope, { params, body }) => {
    checkBillingAddress(http, params.key, body.value);
    return changeSetting(scope, params.key, body.value);
  });
}

/** Refuses the address of a billing system whose text says already that no call can reach it. */
function checkBillingAddress({ config }: Http, key: string, given: string): void {
  if (!isIntegrationKey(key) || (key !== 'ipixc' && key !== 'ipmkauth')) return;
  const address = integrationValues[key].safeParse(given).data ?? '';
  const fault = address === '' ? undefined : findAddressFault(address, 'erp', config.OUTBOUND_ALLOW);
  if (fault) refuseValue(fault);
}
