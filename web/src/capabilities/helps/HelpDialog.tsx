import { videoCodeOf } from '@prosa/contracts/helps';
import { useMessages } from '../../platform/language/messages.ts';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import styles from './Helps.module.css';
import { HelpForm, type HelpRow, type HelpValues, helps, saveHelp } from './helps.data.ts';
import { helpsMessages } from './helps.messages.ts';
import { VideoSign } from './VideoSign.tsx';

type HelpDialogProps = { help: HelpRow | undefined; onClose: () => void; onSaved: (row: HelpRow) => void };
const blank: HelpValues = { title: '', description: '', video: '' };
const valuesOf = ({ title, description, video }: HelpRow): HelpValues => ({ title, description, video });

export function HelpDialog({ help, ...rest }: HelpDialogProps) {
  const text = useMessages(helpsMessages);
  return (
    <RecordForm
      {...{ records: helps, messages: helpsMessages, record: help, blank, valuesOf, ...rest }}
      schema={HelpForm}
      save={(input) => saveHelp(help?.id, input)}
    >
      {({ field, values }) => {
        const video = field('video');
        const code = videoCodeOf(values.video.trim());
        return (
          <>
            <TextField label={text('titleField')} autoComplete="off" maxLength={200} {...field('title')} />
            <TextArea label={text('description')} rows={3} maxLength={2000} {...field('description')} />
            <TextField
              label={text('video')}
              hint={text('videoHint')}
              autoComplete="off"
              spellCheck={false}
              {...video}
              error={video.error === 'invalidVideo' ? text('invalidVideo') : video.error}
            />
            {code !== '' && (
              <div className={styles.small}>
                <VideoSign label={code} />
              </div>
            )}
          </>
        );
      }}
    </RecordForm>
  );
}
