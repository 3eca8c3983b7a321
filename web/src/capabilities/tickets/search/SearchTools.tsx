import { type KeyboardEvent, type Ref, useState } from 'react';
import { useDebounced } from '../../../platform/forms/debounce.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CloseIcon, SearchIcon } from '../../../ui/icons/icons.tsx';
import { useTags } from '../../tags/tags.data.ts';
import { FilterPopover } from './FilterPopover.tsx';
import styles from './Search.module.css';
import { useColleagues } from './search.data.ts';
import { searchMessages } from './search.messages.ts';

/** State of the search. It outlives the tab, so that it is still there on return. */
export function useTicketSearch() {
  const [words, setWords] = useState('');
  const [tags, setTags] = useState<number[]>([]);
  const [users, setUsers] = useState<number[]>([]);
  const typed = words.trim().toLowerCase();
  const rested = useDebounced(typed);
  // Clearing takes effect at once; only typing waits for a rest.
  return { words, setWords, settled: typed === '' ? '' : rested, tags, setTags, users, setUsers };
}
export type TicketSearchState = ReturnType<typeof useTicketSearch>;

/** The field and the filters of the search. Only admins look by user. */
export function SearchTools({ search, field }: { search: TicketSearchState; field: Ref<HTMLInputElement> }) {
  const text = useMessages(searchMessages);
  const common = useMessages(commonMessages);
  const isAdmin = useSession().user.profile === 'admin';
  const tags = useTags();
  const colleagues = useColleagues(isAdmin);
  const clear = () => search.setWords('');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || search.words === '') return;
    event.preventDefault();
    clear();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element of that name is too young for some browsers
    <div role="search" className={styles.tools} aria-label={text('search')}>
      <TextField
        ref={field}
        label={text('searchField')}
        labelHidden
        placeholder={text('searchField')}
        type="search"
        value={search.words}
        onChange={search.setWords}
        onKeyDown={onKeyDown}
        leading={<SearchIcon size={16} />}
        trailing={
          search.words !== '' && (
            <IconButton label={common('clearSearch')} onClick={clear}>
              <CloseIcon size={16} />
            </IconButton>
          )
        }
      />
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons are no set of form fields */}
      <div className={styles.filters} role="group" aria-label={text('searchTools')}>
        <FilterPopover
          label={text('tags')}
          options={tags.data ?? []}
          chosen={search.tags}
          onChoose={search.setTags}
          nothing={text('noTags')}
        />
        {isAdmin && (
          <FilterPopover
            label={text('users')}
            options={(colleagues.data ?? []).map(({ id, name }) => ({ id, name }))}
            chosen={search.users}
            onChoose={search.setUsers}
            nothing={text('noUsers')}
          />
        )}
      </div>
    </div>
  );
}
