import { answerTimeout, type ConnectLine } from './wake-line.ts';

const channel = 'prosa_wake';

export function dialRedis(url: string, answerWithin = answerTimeout): ConnectLine {
  // Reconnecting is done by the persistent line, so that gaps are reported.
  const options = {
    lazyConnect: true,
    retryStrategy: () => null,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: answerWithin,
    commandTimeout: answerWithin,
  };
  return async ({ onMessage: heard, lost }) => {
    // Read only where there is a Redis.
    const { Redis } = await import('ioredis');
    // A connection that listens may do little else.
    const listening = new Redis(url, options);
    const speaking = new Redis(url, options);
    const drop = async () => {
      listening.disconnect();
      speaking.disconnect();
    };
    for (const client of [listening, speaking]) {
      client.on('error', lost);
      client.on('end', () => lost(new Error('Redis closed the connection for wake-ups')));
    }
    listening.on('message', (_channel, payload) => heard(payload));
    try {
      await Promise.all([listening.connect(), speaking.connect()]);
      await listening.subscribe(channel);
    } catch (error) {
      void drop();
      throw error;
    }
    return {
      send: async (payloads) => void (await Promise.all(payloads.map((payload) => speaking.publish(channel, payload)))),
      check: async () => void (await Promise.all([listening.ping(), speaking.ping()])),
      drop,
    };
  };
}
