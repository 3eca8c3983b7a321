import type { SettingKey } from '@prosa/contracts/settings';

/** As `company_zone` has it. */
export const fallbackZone = 'America/Sao_Paulo';

/** Default settings, used for new companies and for unset values. */
export const defaultSettings = (zone: string) =>
  ({
    userRating: 'disabled',
    scheduleType: 'disabled',
    CheckMsgIsGroup: 'enabled',
    call: 'disabled',
    chatBotType: 'text',
    sendGreetingAccepted: 'disabled',
    sendMsgTransfTicket: 'disabled',
    userCreation: 'enabled',
    linkPreview: 'disabled',
    campaignsEnabled: 'true',
    timezone: zone,
    reopenWindowMinutes: '120',
    scheduleMaxDelayMinutes: '1440',
    campaignConfirmationHours: '24',
    campaignQuietHours: 'disabled',
    campaignDailyCap: '0',
  }) satisfies Record<SettingKey | 'campaignsEnabled', string>;

/** Settings that every user of the company may read; no integration keys. */
export const publicSettings = Object.keys(defaultSettings(''));
