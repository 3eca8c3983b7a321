import type { Tag } from '@prosa/contracts/tags';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CheckIcon, TagIcon } from '../../ui/icons/icons.tsx';
import type { ListColumn } from '../../ui/lists/ListTable.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TagDialog } from './TagDialog.tsx';
import { tagRecords, useTicketsCount } from './tag-records.data.ts';
import { useTags } from './tags.data.ts';
import { tagPageMessages } from './tags-page.messages.ts';

export function TagsPage() {
  const text = useMessages(tagPageMessages);
  const mayEdit = useCan('tags:edit');
  useCommercialNotices();
  // So that a new tag begins with a colour that is free.
  useTags();
  const board: ListColumn<Tag> = { key: 'kanban', header: text('kanban'), width: '14%', cell: ({ kanban }) => kanban === 1 && <OnBoard /> };
  return (
    <RecordsPage
      records={tagRecords}
      messages={tagPageMessages}
      icon={<TagIcon />}
      columns={[
        { key: 'name', header: text('tag'), leads: true, cell: (tag) => <TagName tag={tag} /> },
        { key: 'tickets', header: text('tickets'), width: '28%', cell: ({ ticketsCount }) => ticketsCount },
        ...(mayEdit ? [board] : []),
      ]}
      form={(tag, handlers) => <TagDialog tag={tag} {...handlers} />}
      {...{ mayEdit, mayRemove: mayEdit }}
      removeBody={(tag) => <TagLoss tag={tag} />}
    />
  );
}

/** How many tickets lose it, as it is now: while the table is looked at tags are put on and taken off. */
function TagLoss({ tag }: { tag: Tag }) {
  const text = useMessages(tagPageMessages);
  const n = useTicketsCount(tag);
  return text(n === 0 ? 'removeUnused' : n === 1 ? 'removeOne' : 'removeMany', { n });
}

const TagName = ({ tag: { name, color } }: { tag: Tag }) => (
  <Chip color={color} dot="round">
    {name}
  </Chip>
);

function OnBoard() {
  const text = useMessages(tagPageMessages);
  return (
    <>
      <CheckIcon size={16} />
      <VisuallyHidden>{text('onBoard')}</VisuallyHidden>
    </>
  );
}
