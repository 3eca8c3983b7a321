import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './state.ts';

export type HookAnswer = { status: number; body: string };

/** Posts a body as Meta does, or as somebody who would like to be Meta. */
export async function post(hook: string, body: string, signature: string | undefined): Promise<HookAnswer> {
  const response = await fetch(hook, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'x-hub-signature-256': signature }) },
  });
  return { status: response.status, body: await response.text() };
}

export const sign = (secret: string, body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Meta writes letters beyond ASCII as escapes, so that a text read and written again has other bytes. */
export const asMeta = (payload: object) =>
  JSON.stringify(payload).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const envelope = ({ wabaId, phoneNumberId }: Account, value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: wabaId,
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551140000000', phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
});

/** A customer as posts name them: by number and id, or by the id alone. */
export function person(account: Account, number: string, name = 'Ana') {
  const hidden = account.hidden.get(number);
  return {
    from: hidden === undefined ? { from: number } : { from_user_id: hidden },
    contacts: [{ profile: { name }, ...(hidden === undefined ? { wa_id: number } : { user_id: hidden }) }],
  };
}

export const secondsNow = () => String(Math.floor(Date.now() / 1000));

/** What is to be told, one after the other, each again and again until it is answered with 200. */
export function openTeller() {
  const lasts = new WeakMap<Account, Promise<void>>();
  let stopped = false;
  async function tell(account: Account, payload: object): Promise<void> {
    const body = asMeta(payload);
    for (let pause = 50; !stopped; pause = Math.min(1_000, pause * 2)) {
      const answer = await post(account.hook, body, sign(account.appSecret, body)).catch(() => undefined);
      if (answer?.status === 200) return;
      await sleep(pause);
    }
  }
  return {
    /** Resolves once it was taken. */
    tell(account: Account, payload: object): Promise<void> {
      const told = (lasts.get(account) ?? Promise.resolve()).then(() => tell(account, payload));
      lasts.set(account, told);
      return told;
    },
    stop() {
      stopped = true;
    },
  };
}
