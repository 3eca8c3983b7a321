import { campaignsApi } from '@prosa/contracts/campaigns';
import { contactListItemsApi } from '@prosa/contracts/contact-lists';
import { afterAll, expect, test } from 'vitest';
import { campaignOffice, launch, reaches } from '../../../test/campaigns.ts';
import { newNumber } from '../../../test/conversation.ts';
import { openPool } from '../../../test/database.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const database = openPool(world.database.url);
afterAll(() => database.end());

test('people of a campaign are found by name and number, also those of campaigns from before what is looked for was kept', async () => {
  const { admin, contactListId, numbers } = await campaignOffice(world, 2);
  const number = newNumber();
  await admin.call(contactListItemsApi.create, { body: { contactListId, name: 'João da Conceição', number } });
  const { id } = await launch(admin, { contactListId });
  await reaches(admin, { id }, 'FINALIZADA');
  const find = async (searchParam: string) => {
    const { records, count, hasMore } = await admin.call(campaignsApi.recipients, { params: { id }, query: { searchParam } });
    return [records.map((person) => person.number), count, hasMore];
  };
  const findAll = async () => [await find('JOAO da conc'), await find(numbers[1] ?? ''), await find('pessoa'), await find('ninguém')];
  const found = [
    [[number], 1, false],
    [[numbers[1]], 1, false],
    [numbers, 2, false],
    [[], 0, false],
  ];
  expect(await findAll()).toEqual(found);
  await database.query('update campaign_shippings set searchable = null where campaign_id = $1', [id]);
  expect(await findAll()).toEqual(found);
});
