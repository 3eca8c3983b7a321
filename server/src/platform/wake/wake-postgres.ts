import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { answerTimeout, type ConnectLine } from './wake-line.ts';

const channel = 'prosa_wake';

/** A connection of its own: listening needs a session, and notifying inside business transactions would make them queue at commit. */
export function dialPostgres(config: ClientConfig, answerWithin = answerTimeout): ConnectLine {
  return async ({ onMessage: heard, lost }) => {
    const socket = new Socket();
    const client = new Client({
      ...config,
      application_name: 'prosa wake',
      keepAlive: true,
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
      stream: () => socket,
    });
    const drop = async () => {
      await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })]);
      socket.destroy();
    };
    client.on('error', lost);
    client.on('end', () => lost(new Error('The database closed the connection for wake-ups')));
    client.on('notification', ({ payload }) => payload !== undefined && heard(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      void drop();
      throw error;
    }
    return {
      send: async (payloads) =>
        void (await client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])),
      check: async () => void (await client.query('select 1')),
      drop,
    };
  };
}
