import { type ComponentType, lazy, Suspense } from 'react';
import { type TourPlace, useTourPlace } from './tour.ts';

type Card = ComponentType<{ place: TourPlace }>;
const nothing: Card = () => null;

/** Loaded when it is shown; left out where it can not be loaded. */
const TourCard = lazy(async () => ({
  default: await import('./TourCard.tsx').then(
    (loaded): Card => loaded.TourCard,
    () => nothing,
  ),
}));

/** The place of the tour, below the lists. It stands in the page's flow and not over it, so that it never covers anything. */
export function Tour() {
  const place = useTourPlace();
  if (place === undefined) return null;
  return (
    <Suspense>
      <TourCard place={place} />
    </Suspense>
  );
}
