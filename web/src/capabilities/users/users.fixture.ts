import type { User } from '@prosa/contracts/users';

/** A user for tests: an agent who is away. */
export function aUser(over: Partial<User> = {}): User {
  const id = over.id ?? 1;
  return {
    id,
    name: `Pessoa ${id}`,
    email: `pessoa${id}@aurora.example`,
    profile: 'user',
    super: false,
    allTicket: 'disable',
    companyId: 7,
    online: false,
    queues: [],
    ...over,
  };
}
