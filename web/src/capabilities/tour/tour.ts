import { createStore, useStore } from '../../platform/browser/store.ts';
import { stored } from '../../platform/browser/stored.ts';
import { useSession, useSessionState } from '../../platform/session/session.tsx';
import { useIsNewCompany } from '../onboarding/onboarding.ts';

/** What each step shows, in their order. */
export const tourSteps = ['list', 'accept', 'answer', 'finish', 'palette'] as const;

/** At a step, or offered to somebody who has just logged in. */
export type TourPlace = 'offered' | number;

const over = 'over';
const keyOf = (userId: number) => `tour-${userId}`;
/** Where each person of this tab is; kept by the browser as well, since a reload is no reason to begin anew. */
const places = createStore<ReadonlyMap<number, string>>(new Map());
/** Whoever asked for the tour wants to be taken to it; whoever is only offered it is left where they are. */
export const tourAsked = createStore(false);

function put(userId: number, place: string): void {
  stored.write(keyOf(userId), place);
  places.set(new Map(places.get()).set(userId, place));
}

/**
 * Where the person is in the tour; nothing when it is not to be shown. It is offered after a login until it was taken or left, and never
 * beside the first steps of a new company: these come first.
 */
export function useTourPlace(): TourPlace | undefined {
  const { state } = useSessionState();
  const { id } = useSession().user;
  const isNewCompany = useIsNewCompany();
  const kept = useStore(places).get(id) ?? stored.read(keyOf(id));
  if (kept === undefined) return state.status === 'signedIn' && state.fresh && !isNewCompany ? 'offered' : undefined;
  const step = Number(kept);
  return Number.isInteger(step) && step >= 0 && step < tourSteps.length ? step : undefined;
}

export const goToStep = (userId: number, step: number): void => put(userId, String(step));
export const leaveTour = (userId: number): void => put(userId, over);

/** From its beginning, for who asks for it. */
export function startTour(userId: number): void {
  tourAsked.set(true);
  goToStep(userId, 0);
}
