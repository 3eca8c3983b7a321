import { can, type Profile } from '@prosa/contracts/permissions';

type Person = { userId?: number | undefined; profile: Profile; super?: boolean };
/** Nobody's own: the company's. */
type Owned = { userId: number | null };

/** One's own is changed by oneself, what everybody uses by who may share. */
export const mayChangeFilter = (who: Person, { userId }: Owned): boolean =>
  userId === null ? can(who, 'saved-filters:share') : userId === who.userId;
