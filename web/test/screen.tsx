import './browser.ts';
import { type EveryCompanyChannel, type LiveChannel, liveEventName } from '@prosa/contracts/kit';
import type { TicketPresence } from '@prosa/contracts/live';
import type { SessionUser } from '@prosa/contracts/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { z } from 'zod';
import { createQueryClient } from '../src/platform/api/query-client.ts';
import { shownNotices } from '../src/platform/browser/notices.ts';
import { createStore } from '../src/platform/browser/store.ts';
import { chooseLanguage, type Language, LanguageProvider } from '../src/platform/language/messages.ts';
import { LiveContext } from '../src/platform/live/live.ts';
import type { LiveEmit, LiveStatus } from '../src/platform/live/live-connection.ts';
import { LiveFeed } from '../src/platform/live/live-feed.ts';
import { type SessionActions, SessionContext } from '../src/platform/session/session.tsx';
import { Toaster } from '../src/ui/overlays/Toaster.tsx';
import { startAt } from './location.ts';
import { type Stub, stubApi } from './stubs.ts';

export { failWith, refuse, stub, stubApi } from './stubs.ts';

// What is waited for comes at once; only a machine busy with much else takes longer than the usual second.
configure({ asyncUtilTimeout: 20_000 });

/** Typed letter by letter without a pause: however busy the machine, nothing that waits for the typing to rest comes in between. */
export function typeAtOnce(field: HTMLElement, text: string): void {
  for (let letters = 1; letters <= text.length; letters += 1) fireEvent.change(field, { target: { value: text.slice(0, letters) } });
}

/** Puts a text into a field at once, where how it gets there is not the subject: a key is some fifty times the work of a test's step. */
export async function enter(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

export const marina: SessionUser = {
  id: 3,
  name: 'Marina',
  email: 'marina@aurora.example',
  profile: 'user',
  super: false,
  allTicket: 'disable',
  companyId: 7,
  company: { id: 7, name: 'Loja Aurora', dueDate: '2099-11-30', status: true, trialExpiration: null, settings: [] },
  queues: [],
};

const noAction = async () => undefined;
const actions: SessionActions = { logIn: noAction, logOut: noAction, refreshUser: noAction, restore: noAction, forget: () => undefined };
type Setting = {
  as?: Partial<SessionUser>;
  api?: readonly Stub[];
  path?: string;
  language?: Language;
  session?: Partial<SessionActions>;
  live?: LiveStatus;
  /** Right after a login in this tab. */
  fresh?: boolean;
};

/** Show a screen to one person, with the API stubbed and a live channel to speak into. */
export function show(
  screen: ReactElement,
  { as = {}, api = [], path = '/', language = 'pt', session = {}, live = 'online', fresh = false }: Setting = {},
) {
  const user = { ...marina, ...as };
  const emitted: Parameters<LiveEmit>[] = [];
  const status = createStore<LiveStatus>(live);
  const visited = startAt(path);
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  chooseLanguage(language);
  shownNotices.set([]);
  const sent = stubApi(api);
  const feed = new LiveFeed({ ask: async () => ({ events: [], head: 0 }), reload: () => void queryClient.invalidateQueries() });
  const connection = { feed, status, emit: (...said: Parameters<LiveEmit>) => void emitted.push(said) };
  const view = render(
    <LanguageProvider>
      <QueryClientProvider client={queryClient}>
        <SessionContext value={{ state: { status: 'signedIn', user, fresh }, actions: { ...actions, ...session } }}>
          <LiveContext value={connection}>{screen}</LiveContext>
        </SessionContext>
        <Toaster />
      </QueryClientProvider>
    </LanguageProvider>,
  );
  return {
    ...view,
    user,
    queryClient,
    /** Every request, in order. */
    sent,
    /** What the screen said over the live channel. */
    emitted,
    status,
    /** Every address visited, the present one last. */
    visited,
    navigate,
    /** Say who looks at a ticket. */
    hearPresence(presence: TicketPresence) {
      act(() => feed.push('ticketPresence', presence));
    },
    hear<C extends LiveChannel | EveryCompanyChannel>(channel: C, message: z.input<C['message']>) {
      act(() => feed.push(liveEventName(user.companyId, channel), message));
    },
  };
}
