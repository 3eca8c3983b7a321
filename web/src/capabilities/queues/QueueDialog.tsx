import type { Queue } from '@prosa/contracts/queues';
import { defaultWeek, type WorkingHours } from '@prosa/contracts/working-hours';
import { type FormEvent, useState } from 'react';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import type { Draft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useRecordChange } from '../../platform/lists/records.ts';
import { useSession } from '../../platform/session/session.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useRecordForm } from '../../ui/records/useRecordForm.tsx';
import { HoursFields } from '../working-hours/HoursFields.tsx';
import { useHours } from '../working-hours/useHours.ts';
import { ColorField } from './ColorField.tsx';
import { MenuPanel } from './menu/MenuPanel.tsx';
import { menuMessages } from './menu/menu.messages.ts';
import { menuFindings } from './menu/menu-findings.ts';
import { draftsOf, withEditing } from './menu/menu-tree.ts';
import { TryMenu } from './menu/TryMenu.tsx';
import { useMenu } from './menu/useMenu.ts';
import { freeColor } from './palette.ts';
import styles from './Queues.module.css';
import { type QueueTab, QueueTabs } from './QueueTabs.tsx';
import { queuePageMessages } from './queue-page.messages.ts';
import { createQueue, QueueForm, type QueueValues, queues, updateQueue, useQueues } from './queues.data.ts';

type TabName = 'data' | 'options' | 'try' | 'hours';
type QueueDialogProps = { queue: Queue | undefined; onClose: () => void; onSaved: (queue: Queue) => void };

const valuesOf = ({ name, color, greetingMessage, outOfHoursMessage }: Queue): QueueValues => ({
  ...{ name, color, greetingMessage, outOfHoursMessage },
});

/** A queue with its menu and its hours. A new one is stored with its hours; then its menu can be built. */
export function QueueDialog({ queue, onClose, onSaved }: QueueDialogProps) {
  const text = useMessages(queuePageMessages);
  const menuText = useMessages(menuMessages);
  const [tab, setTab] = useState<TabName>('data');
  const [messages, setMessages] = useState<string[]>();
  const { record, menu, hours, form } = useQueueParts({ queue, onClose, onSaved }, setTab);
  const tabs = useTabs(record !== undefined);
  const shown = tabs.some(({ name }) => name === tab) ? tab : 'options';
  /** A new queue is created with its hours: an incomplete tab is opened, whichever is shown. */
  const submitNew = (event: FormEvent<HTMLFormElement>) => {
    const areHoursRight = hours.check();
    setTab(areHoursRight ? 'data' : 'hours');
    if (areHoursRight) return form.submit(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!record) return submitNew(event);
    if (shown === 'data') return form.submit(event);
    if (shown === 'hours') return hours.submit(event);
    event.preventDefault();
    return void menu.save();
  };
  const saves = shown === 'data' || !record ? form.busy : shown === 'hours' ? hours.busy : undefined;
  const footer = saves === undefined ? <CloseButton /> : <SaveButtons busy={saves} />;
  const tried = withEditing(menu.tree, menu.editing, record?.id ?? 0);
  const trial = (
    <TryMenu queue={form.draft.values} options={draftsOf(tried)} messages={messages ?? [menuText('hello')]} onWrite={setMessages} />
  );
  return (
    <Dialog
      title={text(record ? 'edit' : 'add')}
      wide
      dirty={form.draft.dirty || hours.dirty || menu.isDirty}
      {...{ onClose, footer }}
      onSubmit={submit}
    >
      <QueueTabs label={text('tabs')} tabs={tabs} chosen={shown} onChoose={setTab}>
        {shown === 'data' && <Data form={form} isNew={record === undefined} id={record?.id} />}
        {shown === 'options' && (
          <div className={styles.menu}>
            <MenuPanel menu={menu} findings={menuFindings(form.draft.values.greetingMessage, tried)} />
            {!tabs.some(({ name }) => name === 'try') && <div className={styles.beside}>{trial}</div>}
          </div>
        )}
        {shown === 'try' && trial}
        {shown === 'hours' && <HoursFields week={hours.week} onChange={hours.setWeek} checked={hours.checked} />}
      </QueueTabs>
    </Dialog>
  );
}

/** The record, its menu, its hours and its form, each of which is stored by itself once the queue exists. */
function useQueueParts({ queue, onClose, onSaved }: QueueDialogProps, setTab: (tab: TabName) => void) {
  const [record, setRecord] = useState(queue);
  const menu = useMenu(record?.id);
  const storeHours = async (schedules: WorkingHours[]) => {
    if (!record) return;
    const saved = await updateQueue(record.id, { schedules });
    setRecord(saved);
    onSaved(saved);
  };
  const hours = useHours(record?.schedules ?? defaultWeek, { save: storeHours });
  const form = useQueueForm(record, hours.week, (saved, reset) => {
    onSaved(saved);
    // Other tabs hold input that is not stored by this.
    if (record && !hours.dirty && !menu.isDirty) return onClose();
    setRecord(saved);
    reset(valuesOf(saved));
    return setTab(record && hours.dirty && !menu.isDirty ? 'hours' : 'options');
  });
  useRecordChange(queues, record?.id, setRecord);
  return { record, menu, hours, form };
}

function useQueueForm(
  record: Queue | undefined,
  weekOfNew: WorkingHours[],
  onSaved: (saved: Queue, reset: (values: QueueValues) => void) => void,
) {
  const used = useQueues().data ?? [];
  const blank: QueueValues = { name: '', color: freeColor(used.map(({ color }) => color)), greetingMessage: '', outOfHoursMessage: '' };
  return useRecordForm({
    ...{ records: queues, messages: queuePageMessages, record, schema: QueueForm, blank, valuesOf, onSaved },
    save: (input) => (record ? updateQueue(record.id, input) : createQueue({ ...input, schedules: weekOfNew })),
    refusals: {
      ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color',
      ERR_QUEUE_NAME_ALREADY_EXISTS: 'name',
      ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
    },
  });
}

/** The menu is tried out beside it, or on a phone in a tab; hours are there when the company goes by those of its queues. */
function useTabs(isStored: boolean): QueueTab<TabName>[] {
  const text = useMessages(queuePageMessages);
  const menuText = useMessages(menuMessages);
  const isNarrow = useMedia(narrowScreen);
  const hasHours = useSession().user.company.settings.some(({ key, value }) => key === 'scheduleType' && value === 'queue');
  return [
    { name: 'data', label: text('data') },
    ...(isStored ? [{ name: 'options' as const, label: text('options') }] : []),
    ...(isStored && isNarrow ? [{ name: 'try' as const, label: menuText('try') }] : []),
    ...(hasHours ? [{ name: 'hours' as const, label: text('hours') }] : []),
  ];
}

type DataProps = {
  form: { draft: Draft<typeof QueueForm, QueueValues>; notices: React.ReactNode };
  isNew: boolean;
  id: number | undefined;
};

function Data({ form: { draft, notices }, isNew, id }: DataProps) {
  const text = useMessages(queuePageMessages);
  const common = useMessages(commonMessages);
  const taken = (useQueues().data ?? []).filter((other) => other.id !== id);
  const { field } = draft;
  return (
    <div className={styles.fields}>
      {notices}
      <div className={styles.top}>
        <TextField label={common('name')} autoComplete="off" {...field('name')} />
        <ColorField taken={taken} {...field('color')} />
      </div>
      <TextArea label={text('greeting')} hint={text('greetingHint')} {...field('greetingMessage')} />
      <TextArea label={text('outOfHours')} hint={text('outOfHoursHint')} {...field('outOfHoursMessage')} />
      {isNew && <p className={styles.hint}>{text('menuAfter')}</p>}
    </div>
  );
}
