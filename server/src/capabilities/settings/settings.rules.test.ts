import { expect, test } from 'vitest';
import { defaultSettings, publicSettings } from './settings.rules.ts';

test('a new company starts with the settings of the specification, and everybody may read them', () => {
  expect(defaultSettings('UTC')).toMatchObject({
    userRating: 'disabled',
    scheduleType: 'disabled',
    CheckMsgIsGroup: 'enabled',
    chatBotType: 'text',
    sendGreetingAccepted: 'disabled',
    sendMsgTransfTicket: 'disabled',
    timezone: 'UTC',
    reopenWindowMinutes: '120',
    scheduleMaxDelayMinutes: '1440',
    campaignConfirmationHours: '24',
    campaignQuietHours: 'disabled',
    campaignDailyCap: '0',
  });
  expect(publicSettings).not.toEqual(expect.arrayContaining(['asaas']));
});
