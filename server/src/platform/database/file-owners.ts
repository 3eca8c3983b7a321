import type { SQL } from 'drizzle-orm';
import type { Rights, Scope } from './scope.ts';

/**
 * One kind of thing that files belong to. Its table names the file in `media_id`; a file that nothing holds any more is swept away.
 * Every capability that stores files registers one, in one list (`capabilities/index.ts`).
 */
export type FileOwner = {
  kind: string;
  table: string;
  /** Whether a row of the owner holds this file. */
  holds: (mediaId: SQL) => SQL;
  /** Whether one that holds it still shows it (to whoever asks); left out, all do. What was deleted for everyone does not. */
  shows?: (mediaId: SQL, asker: Pick<Rights, 'super'>) => SQL;
  /** Whether the person whose scope it is may open a file that the owner shows. */
  mayOpen: (scope: Scope, mediaId: number) => Promise<boolean>;
  /** People of every company may open it, though it lies with one: asked once it is known that they are logged in. */
  everyCompany?: true;
};
