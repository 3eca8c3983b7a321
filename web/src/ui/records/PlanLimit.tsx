import { type ReactNode, useId, useState } from 'react';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { InfoIcon } from '../icons/icons.tsx';
import { useToast } from '../overlays/Toaster.tsx';

/** How many records the plan allows, and what the person can do to have more. */
export type PlanLimit = { limit: number; wayOut: ReactNode };

type Counted = { list: { slots: readonly unknown[] } | undefined; isPrevious: boolean };

/** The limit, once as many records are there. What a search finds is no count of all: then the last count holds. */
export function useReachedLimit(plan: PlanLimit | undefined, rows: Counted, isSearching: boolean): PlanLimit | undefined {
  const [known, setKnown] = useState<number>();
  const count = rows.isPrevious || isSearching ? undefined : rows.list?.slots.length;
  if (count !== undefined && count !== known) setKnown(count);
  const all = count ?? known;
  return plan && all !== undefined && all >= plan.limit ? plan : undefined;
}

/** The button that adds a record. At the plan's limit it stays to be found and read, says why it adds nothing, and so does its key. */
export function useAddButton({ label, reached, reason, onAdd }: { label: string; reached: boolean; reason: string; onAdd: () => void }) {
  const id = useId();
  const toast = useToast();
  const add = reached ? () => void toast.warning(reason) : onAdd;
  const button = (
    <Button kind="primary" aria-disabled={reached || undefined} aria-describedby={reached ? id : undefined} onClick={add}>
      {label}
    </Button>
  );
  return { add, button, noteId: id };
}

/** Said before anybody fills in a form in vain. */
export function PlanLimitNote({ id, reason, wayOut }: { id: string; reason: string; wayOut: ReactNode }) {
  return (
    <div id={id}>
      <Banner inset icon={<InfoIcon />} action={typeof wayOut === 'string' ? undefined : wayOut}>
        {reason} {typeof wayOut === 'string' && wayOut}
      </Banner>
    </div>
  );
}
