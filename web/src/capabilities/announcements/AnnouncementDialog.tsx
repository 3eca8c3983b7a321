import { type Announcement, priorities } from '@prosa/contracts/announcements';
import { useRef } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { AnnouncementCard } from './AnnouncementCard.tsx';
import styles from './Announcements.module.css';
import { AnnouncementForm, type AnnouncementRow, type AnnouncementValues, announcements, saveAnnouncement } from './announcements.data.ts';
import { announcementsMessages } from './announcements.messages.ts';
import { ImageField } from './ImageField.tsx';
import { usePriorityWords } from './PriorityPill.tsx';

type AnnouncementDialogProps = {
  announcement: AnnouncementRow | undefined;
  onClose: () => void;
  onSaved: (row: AnnouncementRow) => void;
};
const blank: AnnouncementValues = { title: '', text: '', priority: 3, status: true, image: null };
const valuesOf = ({ title, text, priority, status }: Announcement): AnnouncementValues => ({ title, text, priority, status, image: null });
const states = ['active', 'inactive'] as const;

export function AnnouncementDialog({ announcement, ...rest }: AnnouncementDialogProps) {
  const text = useMessages(announcementsMessages);
  const common = useMessages(commonMessages);
  const priorityWords = usePriorityWords();
  // Once stored it is changed from then on, also when its image could not be.
  const stored = useRef(announcement?.id);
  const save = (input: Parameters<typeof saveAnnouncement>[1]) =>
    saveAnnouncement(stored.current, input, (id) => {
      stored.current = id;
    });
  const complaint = (error: string | undefined) => (error === 'required' ? text('required') : error);
  return (
    <RecordForm
      {...{ records: announcements, messages: announcementsMessages, record: announcement, blank, valuesOf, save, ...rest }}
      schema={AnnouncementForm}
      wide
    >
      {({ field, values }) => {
        const [title, body] = [field('title'), field('text')];
        return (
          <>
            <TextField label={text('titleField')} autoComplete="off" maxLength={200} {...title} error={complaint(title.error)} />
            <TextArea label={text('text')} rows={5} maxLength={10_000} {...body} error={complaint(body.error)} />
            <div className={styles.pair}>
              <Select
                label={text('priority')}
                options={priorities.map((priority) => ({ value: String(priority), label: priorityWords(priority) }))}
                value={String(values.priority)}
                onChange={(chosen) => field('priority').onChange(Number(chosen))}
              />
              <Select
                label={common('status')}
                options={states.map((state) => ({ value: state, label: text(state) }))}
                value={values.status ? 'active' : 'inactive'}
                onChange={(chosen) => field('status').onChange(chosen === 'active')}
              />
            </div>
            <ImageField announcement={announcement} chosen={values.image} onChoose={field('image').onChange} />
            <section className={styles.preview} aria-label={text('preview')}>
              <h3>{text('preview')}</h3>
              <AnnouncementCard
                announcement={{
                  title: values.title.trim() || text('titleField'),
                  text: values.text.trim() || text('noText'),
                  priority: Number(values.priority),
                }}
              />
            </section>
          </>
        );
      }}
    </RecordForm>
  );
}
