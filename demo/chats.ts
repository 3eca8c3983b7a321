import { chatsApi } from '@prosa/contracts/chats';
import type { Client } from '../server/test/browser.ts';
import type { PersonKey } from './story.ts';

type Line = { by: PersonKey; says: string; mentions?: PersonKey };
type Talk = { title: string; owner: PersonKey; members: readonly PersonKey[]; lines: readonly Line[] };

/** What the shop's people say to one another. */
const talks: readonly Talk[] = [
  {
    title: 'Plantão de sábado',
    owner: 'marina',
    members: ['rui', 'bia', 'caio'],
    lines: [
      { by: 'marina', says: 'Quem pode abrir a loja no sábado?' },
      { by: 'caio', says: 'Eu posso, até as 13h.' },
      { by: 'marina', says: 'Obrigada! @Bia Souza, você fica com a tarde?', mentions: 'bia' },
      { by: 'bia', says: 'Fico sim 👍' },
    ],
  },
  {
    title: 'Vendas e suporte',
    owner: 'rui',
    members: ['marina', 'bia'],
    lines: [
      { by: 'rui', says: 'O frete para o interior mudou hoje, a tabela nova está na pasta da equipe.' },
      { by: 'bia', says: 'Vi agora. Aviso os clientes que perguntaram ontem.' },
    ],
  },
];

export async function talkAmongStaff(staff: ReadonlyMap<PersonKey, Client>): Promise<void> {
  const personOf = (key: PersonKey) => {
    const person = staff.get(key);
    if (!person) throw new Error(`${key} does not work here`);
    return person;
  };
  for (const { title, owner, members, lines } of talks) {
    const users = members.map((key) => ({ id: personOf(key).user.id }));
    const { id } = await personOf(owner).call(chatsApi.create, { body: { title, users } });
    for (const { by, says, mentions } of lines)
      await personOf(by).call(chatsApi.send, {
        params: { id },
        body: { message: says, mentions: mentions ? [personOf(mentions).user.id] : [] },
      });
  }
}
