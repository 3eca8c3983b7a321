import { isSettingKey, type Setting, settingsLive, settingValues } from '@prosa/contracts/settings';
import type { Transaction } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { knowsZone } from './settings.queries.ts';
import { defaultSettings, publicSettings } from './settings.rules.ts';
import { settings } from './settings.table.ts';

/** What a new company starts with. */
export async function addFirstSettings(
  tx: Transaction,
  companyId: number,
  zone: string,
  over: { campaignsEnabled?: string } = {},
): Promise<void> {
  const first = { ...defaultSettings(zone), ...over };
  await tx.insert(settings).values(Object.entries(first).map(([key, value]) => ({ companyId, key, value })));
}

/** Whether the company has campaigns: the platform's to say. */
export async function setCampaigns(scope: Scope, on: boolean): Promise<void> {
  await store(scope, { key: 'campaignsEnabled', value: String(on) });
}

export async function changeSetting(scope: Scope, key: string, given: string): Promise<Setting> {
  // The plan's features are set by the platform, not by the company.
  if (!isSettingKey(key)) refuse(publicSettings.includes(key) ? 'ERR_NO_PERMISSION' : 'ERR_NO_SETTING_FOUND');
  const parsed = settingValues[key].safeParse(given);
  if (!parsed.success) return refuseValue(parsed.error.issues[0]?.message ?? 'invalid');
  const setting = { key, value: parsed.data };
  if (key === 'timezone' && !(await knowsZone(scope, setting.value))) return refuseValue('invalidTimeZone');
  await store(scope, setting);
  return setting;
}

async function store(scope: Scope, setting: Setting): Promise<void> {
  const change = { value: setting.value, updatedAt: scope.now };
  await scope.tx
    .insert(settings)
    .values({ key: setting.key, ...change })
    .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: change });
  scope.emit(settingsLive, { action: 'update', setting }, everybody);
}

const refuseValue = (message: string): never => refuse('ERR_VALIDATION', { details: [{ path: 'value', message }] });
