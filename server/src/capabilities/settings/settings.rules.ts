import type { SettingKey } from '@prosa/contracts/settings';

/** As `company_zone` has it. */
export const lastResortZone = 'America/Sao_Paulo';

/** What a new company starts with, and what counts where a company has no word of its own. */
export const firstSettings = (zone: string) =>
  ({
    userRating: 'disabled',
    scheduleType: 'disabled',
    CheckMsgIsGroup: 'enabled',
    call: 'disabled',
    chatBotType: 'text',
    sendGreetingAccepted: 'disabled',
    sendMsgTransfTicket: 'disabled',
    userCreation: 'enabled',
    campaignsEnabled: 'true',
    timezone: zone,
    reopenWindowMinutes: '120',
  }) satisfies Record<SettingKey | 'campaignsEnabled', string>;

/** Settings everybody of the company may read; keys of integrations are not among them. */
export const openSettings = Object.keys(firstSettings(''));
