import { can, grants, permissions, profiles, satisfies } from '@prosa/contracts/permissions';
import { expect, test } from 'vitest';

/** The names the specification checks per profile. */
const ofTheSpecification = [
  'tickets-manager:showall',
  'ticket-options:deleteTicket',
  'connections-page:addConnection',
  'connections-page:actionButtons',
  'connections-page:editOrDeleteConnection',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'contacts-page:deleteContact',
] as const;

test('an admin has every permission', () => {
  for (const permission of permissions) expect(can({ profile: 'admin' }, permission), permission).toBe(true);
});

test('a user has none of the specification’s permissions', () => {
  for (const permission of ofTheSpecification) expect(can({ profile: 'user' }, permission), permission).toBe(false);
});

test('of the specification’s permissions a supervisor has only the one to show all', () => {
  expect(ofTheSpecification.filter((permission) => can({ profile: 'supervisor' }, permission))).toEqual(['tickets-manager:showall']);
});

test('nobody below has what somebody above has not', () => {
  for (const permission of permissions) {
    const granted = profiles.map((profile) => can({ profile }, permission));
    expect(granted, permission).toEqual(granted.toSorted((a, b) => Number(a) - Number(b)));
  }
});

test('writing users, queues, settings and connections, and driving the simulator, are for admins', () => {
  for (const permission of ['users:manage', 'queues:manage', 'settings:manage', 'simulator:drive'] as const)
    expect(grants[permission]).toEqual(['admin']);
});

test.each(['public', 'session', 'super', ...permissions] as const)(
  '%s: nobody gets in without a session except where the door is open',
  (policy) => {
    expect(satisfies(undefined, policy)).toBe(policy === 'public');
  },
);

test('the super flag comes on top of any profile: "Only admin (or super) creates, edits and deletes others", companies, no more', () => {
  expect(satisfies({ profile: 'user', super: true }, 'super')).toBe(true);
  expect(satisfies({ profile: 'admin', super: false }, 'super')).toBe(false);
  const ofPeople = ['users:manage', 'user-modal:editProfile', 'user-modal:editQueues'];
  const added = permissions.filter(
    (permission) => !can({ profile: 'user' }, permission) && satisfies({ profile: 'user', super: true }, permission),
  );
  expect(new Set(added)).toEqual(new Set([...ofPeople, 'company:manage']));
});
