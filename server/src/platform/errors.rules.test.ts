import { refusals } from '@prosa/contracts/errors';
import { expect, test } from 'vitest';

const statuses = new Map<string, number>(Object.entries(refusals));
const ofStatus = (status: number) => [...statuses].filter(([, each]) => each === status).map(([code]) => code);

/** Section 8 of the specification, as far as its calls exist: what only a real phone or the settings' calls can raise comes with those. */
const catalogue: Record<string, number> = {
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_WAPP_NOT_INITIALIZED: 400,
  ERR_WAPP_CHECK_CONTACT: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_SENDING_WAPP_MSG: 400,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_OTHER_OPEN_TICKET: 400,
  ERR_SESSION_EXPIRED: 401,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_DUPLICATED_CONTACT: 400,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_CREATING_MESSAGE: 500,
  ERR_CREATING_TICKET: 500,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 400,
  ERR_WAPP_GREETING_REQUIRED: 400,
};

test.each(Object.entries(catalogue))('"Codes of the spec’s catalogue keep their name": %s is %i', (code, status) => {
  expect(statuses.get(code)).toBe(status);
});

test('"404 ERR_NO_<THING>_FOUND"', () => {
  expect(ofStatus(404).filter((code) => code !== 'ERR_NOT_FOUND' && !/^ERR_NO_[A-Z]+_FOUND$/.test(code))).toEqual([]);
});

test('"409 ERR_CONFLICT or the domain code where the spec has none"; "conflicts named there … are 400"', () => {
  expect(new Set(ofStatus(409))).toEqual(
    new Set([
      'ERR_CONFLICT',
      'ERR_TICKET_ALREADY_ACCEPTED',
      'ERR_QUEUE_NAME_ALREADY_EXISTS',
      'ERR_TAG_NAME_ALREADY_EXISTS',
      'ERR_EMAIL_ALREADY_EXISTS',
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_PLAN_NAME_ALREADY_EXISTS',
      'ERR_PLAN_IN_USE',
      'ERR_INVOICE_PAID',
      'ERR_OWN_ALARM',
      'ERR_HOLIDAY_ALREADY_EXISTS',
      'ERR_SCHEDULE_SENT',
      'ERR_SCHEDULE_TOO_LATE',
      'ERR_EDIT_TOO_LATE',
      'ERR_NOT_FORWARDABLE',
      'ERR_TOO_MANY_SAVED_FILTERS',
      'ERR_TOO_MANY_WEBHOOKS',
      'ERR_CONTACTLISTITEM_ALREADY_EXISTS',
      'ERR_CONTACTLIST_FULL',
      'ERR_CAMPAIGN_STATE',
      'ERR_CAMPAIGN_FAILURES',
      'ERR_CAMPAIGN_NO_MESSAGE',
      'ERR_CAMPAIGN_OPTED_OUT',
      'ERR_CAMPAIGN_REFUSED',
      'ERR_CAMPAIGN_NO_ANSWER',
      'ERR_WEBHOOK_INACTIVE',
    ]),
  );
});
