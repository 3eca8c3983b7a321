import type { Chat } from '@prosa/contracts/chats';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import { focusFirstInvalid } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from './Chats.module.css';
import { saveChat, useColleagues } from './chats.data.ts';
import { chatsMessages } from './chats.messages.ts';
import { plain } from './mentions.ts';

/** So many people are looked through by eye; more are searched. */
const manyPeople = 10;
type ChatDialogProps = { chat?: Chat; onClose: () => void; onSaved: (chat: Chat) => void };

const isSame = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((id) => b.includes(id));

/** Title and users of a chat. */
export function ChatDialog({ chat, onClose, onSaved }: ChatDialogProps) {
  const text = useMessages(chatsMessages);
  const { user } = useSession();
  const first = chat?.users.map(({ userId }) => userId).filter((id) => id !== user.id) ?? [];
  const [title, setTitle] = useState(chat?.title ?? '');
  const [users, setUsers] = useState(first);
  const [wasTried, setTried] = useState(false);
  // No toast, as the specification has it: it is said in the dialog, which keeps what was typed.
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => saveChat(chat?.id, { title: title.trim(), users }),
    onSuccess: onSaved,
  });
  const complaints = { title: title.trim() === '' && text('titleRequired'), users: users.length === 0 && text('usersRequired') };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (complaints.title || complaints.users) return focusFirstInvalid(event.currentTarget);
    if (!save.isPending) save.mutate();
  };
  return (
    <Dialog
      title={text(chat ? 'edit' : 'add')}
      dirty={title !== (chat?.title ?? '') || !isSame(users, first)}
      onClose={onClose}
      onSubmit={submit}
      footer={<SaveButtons busy={save.isPending} />}
    >
      <div className={styles.form}>
        <TextField
          label={text('titleField')}
          autoComplete="off"
          maxLength={100}
          value={title}
          onChange={setTitle}
          error={(wasTried && complaints.title) || undefined}
        />
        <People chosen={users} onChange={setUsers} />
        {wasTried && complaints.users && (
          <p role="alert" className={styles.complaint}>
            {complaints.users}
          </p>
        )}
        {save.isError && (
          <p role="alert" className={styles.complaint}>
            {errorText(save.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function People({ chosen, onChange }: { chosen: number[]; onChange: (chosen: number[]) => void }) {
  const text = useMessages(chatsMessages);
  const colleagues = useColleagues().data;
  const [words, setWords] = useState('');
  const isFound = (name: string) => plain(name).includes(plain(words.trim()));
  return (
    <>
      {(colleagues?.length ?? 0) > manyPeople && (
        <TextField label={text('findUser')} autoComplete="off" value={words} onChange={setWords} />
      )}
      <div className={styles.people}>
        <CheckboxGroup
          label={text('users')}
          options={colleagues?.filter(({ name }) => isFound(name)).map(({ id, name }) => ({ value: id, label: name }))}
          none={text('noUsers')}
          value={chosen}
          onChange={onChange}
        />
      </div>
    </>
  );
}
