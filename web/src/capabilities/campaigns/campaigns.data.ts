import {
  type Campaign,
  CampaignInput,
  type CampaignRecipient,
  campaignLive,
  campaignsApi,
  type RecipientState,
  recipientsExport,
} from '@prosa/contracts/campaigns';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { endpoint, idText } from '@prosa/contracts/kit';
import { plainText } from '@prosa/contracts/plain-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { call, callForFile, callWithFiles } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import { dayOf, formatTime } from '../../platform/language/format.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

/** The newest first. */
export const campaigns: Records<Campaign> = {
  key: ['campaigns', 'list'],
  fetchPage: async (query) => {
    const { records: items, ...rest } = await call(campaignsApi.list, { query });
    return { items, ...rest };
  },
  compare: (a, b) => b.id - a.id,
  isFound: ({ name }, search) => plainText(name).includes(plainText(search)),
  useNews: (hear) =>
    useLive(campaignLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(campaignsApi.remove, { params: { id } }),
};

/** As a field for date and time has it, in the company's zone. */
export const localTime = (at: string | Date) => `${dayOf(at)}T${formatTime(at)}`;

const Fields = CampaignInput.omit({ companyId: true }).extend({ file: z.instanceof(File).nullable() });
/** A campaign with a time needs somebody to send it to and something to say; and its time lies ahead, unless it has begun. */
export const campaignForm = (hasBegun: boolean, hasFile: boolean) =>
  Fields.superRefine((campaign, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (campaign.scheduledAt === null && !hasBegun) return;
    if (campaign.scheduledAt !== null && !hasBegun && campaign.scheduledAt < localTime(new Date())) complain('scheduledAt', 'past');
    if (campaign.contactListId === null) complain('contactListId', 'required');
    const texts = [campaign.message1, campaign.message2, campaign.message3, campaign.message4, campaign.message5];
    if (texts.every((text) => !text) && !hasFile && !campaign.file) complain('message1', 'required');
    const questions = [campaign.confirmationMessage1, campaign.confirmationMessage2, campaign.confirmationMessage3];
    const asks = [...questions, campaign.confirmationMessage4, campaign.confirmationMessage5].some((text) => text);
    if (campaign.confirmation && !asks) complain('confirmationMessage1', 'required');
  });
export type CampaignFields = z.output<typeof Fields>;
export type CampaignValues = Filled<z.input<typeof Fields>>;

/** Fields and file in one call: a campaign that starts soon never goes out without its file. */
export function saveCampaign(id: number | undefined, { file, ...body }: CampaignFields): Promise<Campaign> {
  const files = file ? [file] : [];
  return id === undefined
    ? callWithFiles(campaignsApi.create, { body }, files)
    : callWithFiles(campaignsApi.update, { params: { id }, body }, files);
}

export const useDetachFile = () => useMutation({ mutationFn: (id: number) => call(campaignsApi.detach, { params: { id } }) });
export const useCancelCampaign = () => useMutation({ mutationFn: (id: number) => call(campaignsApi.cancel, { params: { id } }) });
export const useRestartCampaign = () => useMutation({ mutationFn: (id: number) => call(campaignsApi.restart, { params: { id } }) });

/** The lists to choose from, and the first people of one, to show a text as they will read it. */
export const useContactLists = () =>
  useQuery({ queryKey: ['contact-lists', 'everyone'], queryFn: () => call(contactListsApi.everyone, { query: {} }), staleTime: 0 });
export const usePeopleOf = (contactListId: number | null) =>
  useQuery({
    queryKey: ['contact-list-items', contactListId, 'first'],
    queryFn: async () => (await call(contactListItemsApi.list, { query: { contactListId: contactListId ?? 0 } })).contacts,
    enabled: contactListId !== null,
  });

const oneKey = (id: number) => ['campaigns', 'one', id];
const reloadAfter = 5_000;

/** One campaign, current while it is seen. It is loaded anew 5 seconds after it has ended. */
export function useCampaign(id: number) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: oneKey(id),
    queryFn: () => call(campaignsApi.show, { params: { id }, query: { people: 'false' } }),
    staleTime: 0,
    retry: false,
  });
  useLive(campaignLive, (event) => {
    if (event.action === 'delete') {
      if (event.id === id) void queryClient.invalidateQueries({ queryKey: oneKey(id) });
    } else if (event.record.id === id) queryClient.setQueryData(oneKey(id), event.record);
  });
  const status = query.data?.status;
  useEffect(() => {
    if (status !== 'FINALIZADA') return undefined;
    const timer = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: oneKey(id) });
      void queryClient.invalidateQueries({ queryKey: recipientsKey(id) });
    }, reloadAfter);
    return () => clearTimeout(timer);
  }, [status, id, queryClient]);
  return query;
}

const recipientsKey = (id: number) => ['campaign-recipients', String(id)];
const lookInterval = { running: 3_000, resting: 300_000 };

/** What became of each person, in the order of sending. Events never tell of them, so they are looked up while it runs. */
export const recipientsOf = (id: number, state: RecipientState | '', isRunning: boolean): Records<CampaignRecipient> => ({
  key: [...recipientsKey(id), state],
  fetchPage: async (query) => {
    const asked = { ...query, ...(state !== '' && { state }) };
    const { records: items, ...rest } = await call(campaignsApi.recipients, { params: { id }, query: asked });
    return { items, ...rest };
  },
  compare: (a, b) => a.id - b.id,
  isFound: ({ name, number }, search) => plainText(`${name}\n${number}`).includes(plainText(search)),
  useNews: () => undefined,
  refetchInterval: () => (isRunning ? lookInterval.running : lookInterval.resting),
});

const exportFile = endpoint('GET', recipientsExport.path, { params: z.object({ id: idText('campaign') }), reply: z.string() });

/** Everybody as a file, saved where the browser saves files. */
export function useExportRecipients() {
  return useMutation({
    mutationFn: async (id: number) => {
      const address = URL.createObjectURL(await callForFile(exportFile, { params: { id } }));
      const link = document.createElement('a');
      link.href = address;
      link.download = recipientsExport.fileName;
      link.click();
      // The browser has taken it up by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
  });
}
