import { can, type Profile } from '@prosa/contracts/permissions';

type Person = { userId?: number | undefined; profile: Profile; super?: boolean };
type Owned = { userId: number | null; shared: boolean };

const isOwn = ({ userId }: Person, of: Owned) => userId !== undefined && of.userId === userId;

/** One's own, and what is shared with the company. */
export const maySeeQuickMessage = (who: Person, of: Owned): boolean => of.shared || isOwn(who, of);

/** What everybody uses is changed by who may share; everything else by its author alone. */
export const mayChangeQuickMessage = (who: Person, of: Owned): boolean => (of.shared ? can(who, 'quick-messages:share') : isOwn(who, of));
