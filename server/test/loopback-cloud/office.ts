import { connectionsApi } from '@prosa/contracts/connections';
import type { Client } from '../browser.ts';
import type { World } from '../world.ts';
import type { LoopbackCloud } from './loopback-cloud.ts';
import type { Account } from './state.ts';

export const cloudInput = ({ phoneNumberId, wabaId, accessToken, appSecret, verifyToken }: Account) => ({
  phoneNumberId,
  wabaId,
  accessToken,
  appSecret,
  verifyToken,
});

/** A connection of a company to a number of the loopback, which posts to it. */
export async function connectCloud(world: Pick<World, 'server'>, cloud: LoopbackCloud, admin: Client, name = 'Oficial') {
  const account = cloud.open();
  const { id } = await admin.call(connectionsApi.create, { body: { name, provider: 'cloud', cloud: cloudInput(account) } });
  account.hook = `${world.server.url}/hooks/cloud/${id}`;
  return { account, id };
}
