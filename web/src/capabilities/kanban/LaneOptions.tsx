import { openLane } from '@prosa/contracts/kanban';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { MoreIcon } from '../../ui/icons/icons.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import type { LaneChoice } from './Card.tsx';
import { useOrderLanes } from './kanban.data.ts';
import { kanbanMessages } from './kanban.messages.ts';

/** Sets the lane further to the left or to the right, for everybody. */
export function LaneOptions({ lane, lanes }: { lane: LaneChoice; lanes: readonly LaneChoice[] }) {
  const text = useMessages(kanbanMessages);
  const mayEdit = useCan('tags:edit');
  const ids = lanes.map(({ id }) => id).filter((id) => id !== openLane);
  const order = useOrderLanes();
  if (!mayEdit) return null;
  const at = ids.indexOf(lane.id);
  const moveTo = (place: number) => order.mutate(ids.toSpliced(at, 1).toSpliced(place, 0, lane.id));
  return (
    <Menu
      label={text('laneOptions', { name: lane.name })}
      trigger={(props) => (
        <IconButton {...props} label={text('laneOptions', { name: lane.name })}>
          <MoreIcon size={16} />
        </IconButton>
      )}
      items={[
        { key: 'left', label: text('laneLeft'), disabled: at <= 0, onSelect: () => moveTo(at - 1) },
        { key: 'right', label: text('laneRight'), disabled: at < 0 || at === ids.length - 1, onSelect: () => moveTo(at + 1) },
      ]}
    />
  );
}
