import type { ReactNode } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Part } from './DashboardPage.tsx';
import { dashboardMessages } from './dashboard.messages.ts';

type PartStateProps<T> = { part: Part<T>; skeleton: ReactNode; children: (data: T) => ReactNode };

/** A part of the page: what there is, what is to come, or that it failed and how to try again. */
export function PartState<T>({ part: { data, failed, retry }, skeleton, children }: PartStateProps<T>) {
  const text = useMessages(dashboardMessages);
  const common = useMessages(commonMessages);
  if (data !== undefined) return children(data);
  if (failed)
    return (
      <div role="alert">
        <EmptyState title={text('failed')} action={<Button onClick={retry}>{common('tryAgain')}</Button>} />
      </div>
    );
  return (
    <div role="status">
      <VisuallyHidden>{common('loading')}</VisuallyHidden>
      {skeleton}
    </div>
  );
}
