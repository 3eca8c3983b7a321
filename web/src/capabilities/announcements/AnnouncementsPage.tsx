import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill } from '../../ui/Chip.tsx';
import { MegaphoneIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { announcements } from './announcements.data.ts';
import { announcementsMessages } from './announcements.messages.ts';
import { PriorityPill } from './PriorityPill.tsx';

/** What the platform tells the people of every company, for those who write it. */
export function AnnouncementsPage() {
  const text = useMessages(announcementsMessages);
  const common = useMessages(commonMessages);
  useCommercialNotices();
  return (
    <RecordsPage
      records={announcements}
      messages={announcementsMessages}
      icon={<MegaphoneIcon />}
      columns={[
        { key: 'title', header: text('titleField'), leads: true, cell: ({ title }) => title },
        { key: 'priority', header: text('priority'), width: '20%', cell: ({ priority }) => <PriorityPill priority={priority} /> },
        {
          key: 'status',
          header: common('status'),
          width: '20%',
          cell: ({ status }) => <StatusPill tone={status ? 'success' : 'neutral'}>{text(status ? 'active' : 'inactive')}</StatusPill>,
        },
      ]}
      form={(announcement, handlers) => <AnnouncementDialog announcement={announcement} {...handlers} />}
    />
  );
}
