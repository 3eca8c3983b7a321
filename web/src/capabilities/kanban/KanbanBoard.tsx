import { openLane } from '@prosa/contracts/kanban';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { BoardIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { BoardFilter } from '../ticket-store/board.patch.ts';
import styles from './Kanban.module.css';
import { useBoard, useLanes } from './kanban.data.ts';
import { kanbanMessages } from './kanban.messages.ts';
import { Lanes } from './Lanes.tsx';

export type BoardProps = { filter: BoardFilter; openUuid: string | undefined; onOpen: (uuid: string) => void };

export function KanbanBoard(props: BoardProps) {
  const text = useMessages(kanbanMessages);
  const common = useMessages(commonMessages);
  const tags = useLanes();
  const board = useBoard(props.filter);
  const lanes = useMemo(() => [{ id: openLane, name: text('openLane') }, ...(tags.data ?? [])], [tags.data, text]);
  if (tags.isError || board.isError) {
    const again = () => {
      void tags.refetch();
      void board.refetch();
    };
    return (
      <div role="alert">
        <EmptyState title={common('listFailed')} action={<Button onClick={again}>{common('tryAgain')}</Button>} />
      </div>
    );
  }
  if (!tags.data || !board.data) return <BoardSkeleton />;
  return (
    <>
      {tags.data.length === 0 && <NoLanes />}
      <Lanes {...props} lanes={lanes} board={board.data} loading={board.loading} loadMore={board.loadMore} />
    </>
  );
}

function NoLanes() {
  const text = useMessages(kanbanMessages);
  const mayEdit = useCan('tags:edit');
  return <EmptyState icon={<BoardIcon />} title={text('noLanes')} action={mayEdit && <Link href="/tags">{text('toTags')}</Link>} />;
}

function BoardSkeleton() {
  const text = useMessages(commonMessages);
  return (
    <div className={styles.board} role="status">
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      {[1, 2, 3, 4].map((lane) => (
        <div key={lane} className={styles.lane}>
          <Skeleton width="60%" height={20} />
          <Skeleton width="100%" height={120} />
          <Skeleton width="100%" height={120} />
        </div>
      ))}
    </div>
  );
}
