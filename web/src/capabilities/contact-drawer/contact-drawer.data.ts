import { type Contact, contactLive, contactsApi } from '@prosa/contracts/contacts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

const contactKey = (id: number) => ['contacts', 'one', id];

/** One contact with all that is kept about it, current while it is seen. */
export function useContact(id: number) {
  const queryClient = useQueryClient();
  useLive(contactLive, (event) => {
    if (event.action !== 'delete' && event.contact.id === id) queryClient.setQueryData<Contact>(contactKey(id), event.contact);
  });
  return useQuery({ queryKey: contactKey(id), queryFn: () => call(contactsApi.show, { params: { id } }) });
}
