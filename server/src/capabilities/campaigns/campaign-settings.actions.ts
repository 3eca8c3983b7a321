import {
  type CampaignPacing,
  type CampaignSetting,
  CampaignSettings,
  type CampaignVariable,
  campaignSettingsLive,
  defaultPacing,
} from '@prosa/contracts/campaigns';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { defaultSettings, fallbackZone } from '../settings/settings.rules.ts';
import type { Limits } from './campaigns.rules.ts';

const SettingRow = z.object({ key: z.string(), value: z.unknown() });
const PlanRow = z.object({ key: z.string(), value: z.string().nullable() });

type Settings = CampaignPacing & { variables: CampaignVariable[] };

async function findCampaignSettings({ tx }: Scope): Promise<Settings> {
  const rows = await rowsOf(tx, SettingRow, sql`select key, value from campaign_settings where company_id = current_company()`);
  const stored = CampaignSettings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
  const { messageInterval, longerIntervalAfter, greaterInterval, variables = [] } = stored;
  return {
    messageInterval: messageInterval ?? defaultPacing.messageInterval,
    longerIntervalAfter: longerIntervalAfter ?? defaultPacing.longerIntervalAfter,
    greaterInterval: greaterInterval ?? defaultPacing.greaterInterval,
    variables,
  };
}

/** All of them, including those never set; values as JSON text. */
export async function listCampaignSettings(scope: Scope): Promise<CampaignSetting[]> {
  const { messageInterval, longerIntervalAfter, greaterInterval, variables } = await findCampaignSettings(scope);
  return [
    { key: 'messageInterval', value: JSON.stringify(messageInterval) },
    { key: 'longerIntervalAfter', value: JSON.stringify(longerIntervalAfter) },
    { key: 'greaterInterval', value: JSON.stringify(greaterInterval) },
    { key: 'variables', value: JSON.stringify(variables) },
  ];
}

export async function saveCampaignSettings(scope: Scope, given: z.output<typeof CampaignSettings>): Promise<CampaignSetting[]> {
  const set = Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  await scope.tx.execute(sql`
    insert into campaign_settings (key, value, updated_at)
    select g.key, g.value, ${scope.now.toISOString()}
    from json_to_recordset(${JSON.stringify(set)}) as g(key text, value jsonb)
    on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`);
  const settings = await listCampaignSettings(scope);
  scope.emit(campaignSettingsLive, { action: 'update', settings }, { rooms: [rooms.can('campaigns:manage')] });
  return settings;
}

/** What else a campaign goes by: settings of the company that are there for everybody to see. */
export type Plan = Settings & Limits & { isEnabled: boolean; confirmationHours: number };

export async function findPlan(scope: Scope): Promise<Plan> {
  const rows = await rowsOf(
    scope.tx,
    PlanRow,
    sql`
    select key, value
    from settings
    where company_id = current_company()
      and key in ('campaignsEnabled', 'campaignConfirmationHours', 'campaignQuietHours', 'campaignDailyCap')
    union all
    select 'zone', company_zone()`,
  );
  const set: Record<string, string | null> = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const defaults = defaultSettings(fallbackZone);
  return {
    ...(await findCampaignSettings(scope)),
    isEnabled: (set.campaignsEnabled ?? defaults.campaignsEnabled) === 'true',
    confirmationHours: Number(set.campaignConfirmationHours ?? defaults.campaignConfirmationHours),
    quietHours: set.campaignQuietHours ?? defaults.campaignQuietHours,
    dailyCap: Number(set.campaignDailyCap ?? defaults.campaignDailyCap),
    zone: set.zone ?? fallbackZone,
  };
}
