import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { CalendarIcon, PaperclipIcon } from '../../ui/icons/icons.tsx';
import { NameCell } from '../../ui/lists/NameCell.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { useContact } from '../contact-drawer/contact-drawer.data.ts';
import { CalendarPage } from './CalendarPage.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { ScheduleState } from './SchedulePill.tsx';
import styles from './Schedules.module.css';
import { cutBody } from './schedule-text.ts';
import { type StatusFilter, schedules, statusFilters } from './schedules.data.ts';
import { schedulesMessages } from './schedules.messages.ts';

const views = ['table', 'month', 'week'] as const;
type View = (typeof views)[number];

/** What is to be sent and was, as a table or as a calendar. `?contactId=` opens a new schedule for that contact. */
export function SchedulesPage() {
  useCommercialNotices();
  const search = new URLSearchParams(useSearch());
  const navigate = useNavigate();
  const view = views.find((one) => one === search.get('view')) ?? 'table';
  const contactId = Number(search.get('contactId')) || undefined;
  const tools = <ViewChoice view={view} onChange={(next) => navigate(next === 'table' ? '/schedules' : `/schedules?view=${next}`)} />;
  return (
    <>
      {view === 'table' ? <TablePage tools={tools} /> : <CalendarPage span={view} tools={tools} />}
      {contactId !== undefined && <ForContact id={contactId} onClose={() => navigate('/schedules', { replace: true })} />}
    </>
  );
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const text = useMessages(schedulesMessages);
  return (
    <Segmented label={text('view')} options={views.map((value) => ({ value, label: text(value) }))} value={view} onChange={onChange} />
  );
}

/** A contact who is not there, or not to be seen, opens nothing. */
function ForContact({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: contact } = useContact(id);
  return contact ? <ScheduleDialog contact={contact} onClose={onClose} /> : null;
}

const filterWords = { all: 'all', PENDENTE: 'pending', ENVIADA: 'sent', ERRO: 'failedOnes' } as const;

function TablePage({ tools }: { tools: ReactNode }) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const [status, setStatus] = useState<StatusFilter>('all');
  const filters = statusFilters.map((value) => ({ value, label: text(filterWords[value]) }));
  return (
    <RecordsPage
      records={schedules[status]}
      messages={schedulesMessages}
      icon={<CalendarIcon />}
      summary={
        <div className={styles.tools}>
          {tools}
          <Segmented label={text('whichStatus')} options={filters} value={status} onChange={setStatus} />
        </div>
      }
      columns={[
        {
          key: 'contact',
          header: common('contact'),
          width: '22%',
          leads: true,
          cell: ({ name }) => <NameCell name={name} mark={<Avatar name={name} size={28} />} />,
        },
        {
          key: 'body',
          header: common('message'),
          cell: ({ body, mediaName }) => (
            <span title={body} className={styles.body}>
              {mediaName !== null && <PaperclipIcon size={14} aria-label={text('file')} />}
              {cutBody(body)}
            </span>
          ),
        },
        { key: 'sendAt', header: text('sendAt'), width: '146px', cell: ({ sendAt }) => formatDateTime(sendAt) },
        { key: 'status', header: common('status'), width: '20%', cell: (row) => <ScheduleState schedule={row} /> },
      ]}
      form={(schedule, handlers) => <ScheduleDialog schedule={schedule} {...handlers} />}
    />
  );
}
