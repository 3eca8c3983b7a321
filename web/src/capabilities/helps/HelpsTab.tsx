import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { HelpIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { helps } from './helps.data.ts';
import { helpsMessages } from './helps.messages.ts';

/** The entries of the help page, for super users, in the settings. */
export function HelpsTab() {
  const text = useMessages(helpsMessages);
  useCommercialNotices();
  return (
    <RecordsPage
      records={helps}
      messages={helpsMessages}
      icon={<HelpIcon />}
      columns={[
        { key: 'title', header: text('titleField'), leads: true, cell: ({ title }) => title },
        { key: 'description', header: text('description'), width: '40%', cell: ({ description }) => description },
        { key: 'video', header: text('video'), width: '150px', cell: ({ video }) => <code>{video}</code> },
      ]}
      form={(help, handlers) => <HelpDialog help={help} {...handlers} />}
    />
  );
}
