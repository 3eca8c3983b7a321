import { type FormEvent, useState } from 'react';
import { formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { useFoundContacts } from '../contacts/found-contacts.data.ts';
import { useTags } from '../tags/tags.data.ts';
import styles from './ContactLists.module.css';
import { useAddContacts } from './contact-lists.data.ts';
import { itemsMessages } from './items.messages.ts';

const ways = ['bySearch', 'byTag'] as const;
type Way = (typeof ways)[number];

/** Contacts of the company become people of the list: some of those found, all of them, or those with a tag. */
export function AddContactsDialog({ listId, onClose }: { listId: number; onClose: () => void }) {
  const text = useMessages(itemsMessages);
  const toast = useToast();
  const [way, setWay] = useState<Way>('bySearch');
  const [tagId, setTagId] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const add = useAddContacts(listId);
  const put = (wanted: Parameters<typeof add.mutate>[0]) =>
    add.mutate(wanted, {
      onSuccess: ({ added }) => {
        toast.success(added === 0 ? text('addedNone') : added === 1 ? text('addedOne') : text('added', { n: added }));
        onClose();
      },
    });
  const isReady = way === 'byTag' ? tagId !== '' : chosen.size > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady) put(way === 'byTag' ? { tagId: Number(tagId) } : { contactIds: [...chosen] });
  };
  return (
    <Dialog
      title={text('fromContacts')}
      onClose={onClose}
      dirty={chosen.size > 0 || tagId !== ''}
      onSubmit={submit}
      footer={<SaveButtons label={text('addThem')} busy={add.isPending} />}
    >
      <div className={styles.form}>
        <p className={styles.note}>{text('fromBody')}</p>
        <div>
          <Segmented label={text('by')} options={ways.map((value) => ({ value, label: text(value) }))} value={way} onChange={setWay} />
        </div>
        {way === 'byTag' ? (
          <TagChoice value={tagId} onChange={setTagId} />
        ) : (
          <Search chosen={chosen} onChosen={setChosen} onAll={(searchParam) => put({ searchParam })} busy={add.isPending} />
        )}
      </div>
    </Dialog>
  );
}

function TagChoice({ value, onChange }: { value: string; onChange: (tagId: string) => void }) {
  const text = useMessages(itemsMessages);
  const tags = useTags();
  if (tags.data?.length === 0) return <p className={styles.note}>{text('noTags')}</p>;
  return (
    <Select
      label={text('byTag')}
      hint={text('tagHint')}
      placeholder={text('chooseTag')}
      value={value}
      onChange={onChange}
      options={(tags.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}

type SearchProps = {
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
  onAll: (search: string) => void;
  busy: boolean;
};

/** Who was chosen stays chosen while others are sought. */
function Search({ chosen, onChosen, onAll, busy }: SearchProps) {
  const text = useMessages(itemsMessages);
  const [words, setWords] = useState('');
  const { contacts, count, isNothing } = useFoundContacts(words);
  const toggle = (id: number) => onChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
  return (
    <>
      <TextField label={text('searchContacts')} hint={text('searchHint')} autoComplete="off" value={words} onChange={setWords} />
      <p role="status" className={styles.note}>
        {isNothing ? text('nobody') : chosen.size > 0 ? text('chosen', { n: chosen.size }) : ''}
      </p>
      {contacts.length > 0 && (
        <ul className={styles.found}>
          {contacts.map(({ id, name, number }) => (
            <li key={id}>
              <Checkbox label={`${name} · ${formatPhone(number)}`} checked={chosen.has(id)} onChange={() => toggle(id)} />
            </li>
          ))}
        </ul>
      )}
      {count > 1 && (
        <div>
          <Button busy={busy} onClick={() => onAll(words.trim())}>
            {text('addAll', { n: count })}
          </Button>
        </div>
      )}
    </>
  );
}
