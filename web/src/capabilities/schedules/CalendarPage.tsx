import type { Schedule } from '@prosa/contracts/schedules';
import { type ReactNode, useState } from 'react';
import { isFreeKey, useKeys } from '../../platform/browser/shortcuts.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { dayOf } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronRightIcon } from '../../ui/icons/chat-icons.tsx';
import { ChevronLeftIcon } from '../../ui/icons/icons.tsx';
import { RemoveDialog } from '../../ui/overlays/RemoveDialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { CalendarGrid } from './CalendarGrid.tsx';
import { DayPanel } from './DayPanel.tsx';
import { useMonthName } from './day-names.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import styles from './Schedules.module.css';
import { type DayAndTime, onDay, type Span, stepSpan, weeksAround } from './schedule-time.ts';
import { byDay, useCalendar, useRemoveSchedule } from './schedules.data.ts';
import { schedulesMessages } from './schedules.messages.ts';

type Asked = { what: 'form'; schedule?: Schedule; at?: DayAndTime } | { what: 'remove'; schedule: Schedule };

/** The schedules of a month or a week, and those of the day that is chosen. */
export function CalendarPage({ span, tools }: { span: Span; tools: ReactNode }) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const [day, setDay] = useState(() => dayOf(new Date()));
  const [asked, setAsked] = useState<Asked>();
  const weeks = weeksAround(day, span);
  const calendar = useCalendar(weeks[0]?.[0] ?? day, weeks.at(-1)?.at(-1) ?? day);
  const days = byDay(calendar.data?.list ?? []);
  const add = () => setAsked({ what: 'form', at: onDay(day, Date.now()) });
  useKeys((event) => {
    if (event.key.toLowerCase() !== 'n' || !isFreeKey(event)) return;
    event.preventDefault();
    add();
  });
  return (
    <Page
      title={text('title')}
      primary={
        <Button kind="primary" onClick={add}>
          {text('add')}
        </Button>
      }
    >
      <div className={styles.inside}>
        <div className={styles.tools}>
          {tools}
          <Steps {...{ day, span }} onDay={setDay} />
        </div>
        {calendar.isError && (
          <Card>
            <div role="alert">
              <EmptyState
                title={common('listFailed')}
                action={<Button onClick={() => void calendar.refetch()}>{common('tryAgain')}</Button>}
              />
            </div>
          </Card>
        )}
        {calendar.data?.isCut && (
          <Banner tone="warning" inset>
            {text('tooMany')}
          </Banner>
        )}
        {!calendar.isError && (
          <div className={styles.calendar} aria-busy={calendar.isPending}>
            <CalendarGrid {...{ weeks, day, days, span }} onDay={setDay} onOpen={(schedule) => setAsked({ what: 'form', schedule })} />
            <DayPanel
              day={day}
              list={days.get(day) ?? []}
              onAdd={add}
              onOpen={(schedule) => setAsked({ what: 'form', schedule })}
              onRemove={(schedule) => setAsked({ what: 'remove', schedule })}
            />
          </div>
        )}
      </div>
      <AskedDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Page>
  );
}

function Steps({ day, span, onDay }: { day: string; span: Span; onDay: (day: string) => void }) {
  const text = useMessages(schedulesMessages);
  const monthName = useMonthName();
  return (
    <div className={styles.steps}>
      <h2 aria-live="polite">{monthName(day)}</h2>
      <Button onClick={() => onDay(dayOf(new Date()))}>{text('today')}</Button>
      <IconButton label={text('previous')} onClick={() => onDay(stepSpan(day, span, -1))}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton label={text('next')} onClick={() => onDay(stepSpan(day, span, 1))}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  );
}

function AskedDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const remove = useRemoveSchedule();
  if (asked?.what === 'form') return <ScheduleDialog schedule={asked.schedule} at={asked.at} onClose={onClose} />;
  if (asked?.what !== 'remove') return null;
  const { id, contact } = asked.schedule;
  return (
    <RemoveDialog
      {...{ id, remove, onClose }}
      title={text('removeTitle', { name: contact.name })}
      body={common('deleteBody')}
      removed={common('done')}
    />
  );
}
