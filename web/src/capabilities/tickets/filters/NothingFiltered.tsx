import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchIcon } from '../../../ui/icons/icons.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { savedFiltersMessages } from './saved-filters.messages.ts';

/** An empty list says that a filter made it so. */
export function NothingFiltered({ onClear }: { onClear: () => void }) {
  const text = useMessages(savedFiltersMessages);
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={text('nothing')}
      body={text('nothingHint')}
      action={<Button onClick={onClear}>{text('clearShort')}</Button>}
    />
  );
}
