import { companyLive } from '@prosa/contracts/company-live';
import { authLive, type SessionUser } from '@prosa/contracts/session';
import { settingsLive } from '@prosa/contracts/settings';
import { userLive } from '@prosa/contracts/users';
import { useQueryClient } from '@tanstack/react-query';
import { noticeTimes, notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useLive } from '../../platform/live/live.ts';
import { useSession } from '../../platform/session/session.tsx';
import { profileMessages } from './profile.messages.ts';

/**
 * Somebody who manages users may change this person at any time: name, rights and queues follow at once, and so do the company's
 * settings.
 */
export function ProfileWatch() {
  const { user, refreshUser } = useSession();
  const queryClient = useQueryClient();
  const text = useMessages(profileMessages);
  useLive(userLive, (event) => {
    if (event.action !== 'update' || event.user.id !== user.id || isSame(event.user, user)) return;
    void refreshUser().catch(() => undefined);
  });
  useLive(authLive, (event) => {
    if (event.action !== 'securityNotice' || event.user.id !== user.id) return;
    const changed = event.changes.length > 1 ? 'bothChanged' : event.changes.includes('email') ? 'emailChanged' : 'passwordChanged';
    notify('warning', text(changed), { milliseconds: noticeTimes.withAction });
  });
  // Times are shown in the company's zone, so a change of settings is one of what the person sees.
  useLive(settingsLive, ({ setting: { key, value } }) => {
    if (user.company.settings.some((held) => held.key === key && held.value !== value)) void refreshUser().catch(() => undefined);
  });
  // The platform renamed the company, moved its due date or switched it off: whether there is still work to do, the next answers say.
  useLive(companyLive, ({ company: { name, dueDate, status } }) => {
    const { company } = user;
    if (company.name === name && company.dueDate === dueDate && company.status === status) return;
    void refreshUser()
      .catch(() => undefined)
      .then(() => queryClient.invalidateQueries());
  });
  return null;
}

type Person = Pick<SessionUser, 'name' | 'email' | 'profile' | 'allTicket' | 'queues'>;

const isSame = (a: Person, b: Person) => JSON.stringify(editableFields(a)) === JSON.stringify(editableFields(b));
/** Ignores changes of the online state. */
const editableFields = ({ name, email, profile, allTicket, queues }: Person) => [
  name,
  email,
  profile,
  allTicket,
  queues.map((queue) => `${queue.id} ${queue.name} ${queue.color}`).sort(),
];
