import { campaignSettingsApi, campaignsApi, suppressionsApi } from '@prosa/contracts/campaigns';
import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import type { Scope } from '../../platform/database/scope.ts';
import { type Http, mount, type Reply } from '../../platform/http/http.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { assertCampaignsEnabled } from '../contact-lists/contact-lists.actions.ts';
import { listCampaignSettings, saveCampaignSettings } from './campaign-settings.actions.ts';
import {
  attachFile,
  cancelCampaign,
  createCampaign,
  detachFile,
  removeCampaign,
  restartCampaign,
  updateCampaign,
} from './campaigns.actions.ts';
import { getCampaign, listCampaigns, previewCampaign } from './campaigns.queries.ts';
import { getCampaignDetail, listRecipients } from './recipients.queries.ts';
import { recipientsExportRoute } from './recipients-export.routes.ts';
import { listSuppressions, releaseByAdmin, suppressByAdmin } from './suppressions.actions.ts';

export function campaignsRoutes(http: Http): void {
  /** Each call first asks whether the company has campaigns. */
  const open = <E extends Endpoint>(
    endpoint: E,
    handle: (scope: Scope, input: InputOf<E>, uploads: Upload[]) => Reply<E>,
    bodyLimit: number = bodyLimits.known,
  ) =>
    mount(withBodyLimit(http, bodyLimit), endpoint, 'campaigns:manage', async (scope, input, { uploads }) => {
      await assertCampaignsEnabled(scope);
      return handle(scope, input, uploads);
    });

  open(campaignsApi.list, (scope, { query }) => listCampaigns(scope, query));
  open(campaignsApi.show, (scope, { params, query }) =>
    query.people === 'true' ? getCampaignDetail(scope, params.id) : getCampaign(scope, params.id),
  );
  open(campaignsApi.create, (scope, { body }, uploads) => createCampaign(scope, body, uploads), bodyLimits.bulk);
  open(campaignsApi.update, (scope, { params, body }, uploads) => updateCampaign(scope, params.id, body, uploads), bodyLimits.bulk);
  open(campaignsApi.remove, async (scope, { params }) => {
    await removeCampaign(scope, params.id);
    return { message: 'Campaign deleted' };
  });
  open(campaignsApi.cancel, (scope, { params }) => cancelCampaign(scope, params.id));
  open(campaignsApi.restart, (scope, { params }) => restartCampaign(scope, params.id));
  open(campaignsApi.attach, (scope, { params }, uploads) => attachFile(scope, params.id, uploads));
  open(campaignsApi.detach, async (scope, { params }) => ({ ...(await detachFile(scope, params.id)), message: 'File deleted' }));
  open(campaignsApi.preview, (scope, { params, body }) => previewCampaign(scope, params.id, body.contactListItemId));
  open(campaignsApi.recipients, (scope, { params, query }) => listRecipients(scope, params.id, query));
  recipientsExportRoute(http);

  open(campaignSettingsApi.list, (scope) => listCampaignSettings(scope));
  open(campaignSettingsApi.save, (scope, { body }) => saveCampaignSettings(scope, body.settings), bodyLimits.bulk);

  open(suppressionsApi.list, (scope, { query }) => listSuppressions(scope, query));
  open(suppressionsApi.create, (scope, { body }) => suppressByAdmin(scope, body.number));
  open(suppressionsApi.remove, async (scope, { params }) => {
    await releaseByAdmin(scope, params.id);
    return { message: 'Number released' };
  });
}
