import {
  isIntegrationKey,
  isPlatformSettingKey,
  isSettingKey,
  platformSettingValues,
  type Setting,
  settingsLive,
  settingValues,
} from '@prosa/contracts/settings';
import type { Transaction } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { raiseSettingAlarm } from '../alarms/alarms.actions.ts';
import { changeIntegration } from './integrations.actions.ts';
import { isPlatformCompany, knowsZone } from './settings.queries.ts';
import { defaultSettings, publicSettings } from './settings.rules.ts';
import { refuseValue, store, storeUnrecorded } from './settings.store.ts';
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

/** Whether the company has campaigns: the platform's to say. Its people are told. */
export async function setCampaigns(scope: Scope, on: boolean): Promise<void> {
  const setting = { key: 'campaignsEnabled', value: String(on) };
  await storeUnrecorded(scope, setting);
  emitSetting(scope, setting);
}

export async function changeSetting(scope: Scope, key: string, given: string): Promise<Setting> {
  if (isPlatformSettingKey(key) && (await isPlatformCompany(scope))) return changePlatformSetting(scope, key, given);
  if (isIntegrationKey(key)) return changeIntegration(scope, key, given);
  // The plan's features are set by the platform, not by the company.
  if (!isSettingKey(key)) refuse(publicSettings.includes(key) ? 'ERR_NO_PERMISSION' : 'ERR_NO_SETTING_FOUND');
  const parsed = settingValues[key].safeParse(given);
  if (!parsed.success) return refuseValue(parsed.error.issues[0]?.message ?? 'invalid');
  const setting = { key, value: parsed.data };
  if (key === 'timezone' && !(await knowsZone(scope, setting.value))) return refuseValue('invalidTimeZone');
  await store(scope, setting);
  emitSetting(scope, setting);
  return setting;
}

/**
 * Decides where companies' payments go: for super users only, and reported to all of them. It has no live event: nobody works by it.
 */
async function changePlatformSetting(scope: Scope, key: keyof typeof platformSettingValues, given: string): Promise<Setting> {
  if (!scope.actor.super) refuse('ERR_NO_PERMISSION');
  const parsed = platformSettingValues[key].safeParse(given);
  if (!parsed.success) return refuseValue(parsed.error.issues[0]?.message ?? 'invalid');
  const setting = { key, value: parsed.data };
  if (await store(scope, setting)) await raiseSettingAlarm(scope, key);
  return setting;
}

function emitSetting(scope: Scope, setting: Setting): void {
  scope.emit(settingsLive, { action: 'update', setting }, everybody);
}
