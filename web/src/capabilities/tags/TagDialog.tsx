import type { Tag } from '@prosa/contracts/tags';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { ColorField } from '../queues/ColorField.tsx';
import { freeColor } from '../queues/palette.ts';
import styles from './Tags.module.css';
import { TagForm, type TagValues, tagRecords, useSaveTag } from './tag-records.data.ts';
import { useTags } from './tags.data.ts';
import { tagPageMessages } from './tags-page.messages.ts';

const valuesOf = ({ name, color, kanban }: Tag): TagValues => ({ name, color, kanban });

type TagDialogProps = { tag: Tag | undefined; onClose: () => void; onSaved: (tag: Tag) => void };

export function TagDialog({ tag, ...rest }: TagDialogProps) {
  const text = useMessages(tagPageMessages);
  const common = useMessages(commonMessages);
  const mayEdit = useCan('tags:edit');
  const others = (useTags().data ?? []).filter(({ id }) => id !== tag?.id);
  const blank: TagValues = { name: '', color: freeColor(others.map(({ color }) => color)), kanban: 0 };
  const complaint = (error: string | undefined) => (error === 'required' || error === 'tooShort' ? text(error) : error);
  return (
    <RecordForm
      {...{ records: tagRecords, messages: tagPageMessages, record: tag, blank, valuesOf, ...rest }}
      save={useSaveTag(tag, mayEdit)}
      schema={TagForm}
      refusals={{ ERR_TAG_NAME_ALREADY_EXISTS: 'name' }}
    >
      {({ field, values }) => (
        <>
          <TextField label={common('name')} autoComplete="off" maxLength={50} {...field('name')} error={complaint(field('name').error)} />
          <ColorField taken={others} {...field('color')} />
          {mayEdit && (
            <div>
              <Switch
                label={text('kanban')}
                on={values.kanban === 1}
                aria-describedby="tag-kanban-help"
                onChange={(on) => field('kanban').onChange(on ? 1 : 0)}
              />
              <p id="tag-kanban-help" className={styles.help}>
                {text('kanbanHelp')}
              </p>
            </div>
          )}
        </>
      )}
    </RecordForm>
  );
}
