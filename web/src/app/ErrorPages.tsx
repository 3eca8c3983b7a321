import { Link } from 'wouter';
import { useMessages } from '../platform/language/messages.ts';
import { AlertIcon, SearchIcon } from '../ui/icons/icons.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import styles from './NotHerePages.module.css';
import { shellMessages } from './navigation/shell.messages.ts';

export function NotFoundPage() {
  const text = useMessages(shellMessages);
  return (
    <div className={styles.page}>
      <EmptyState icon={<SearchIcon />} heading="h1" title={text('notFound')} body={text('notFoundBody')} action={<ToTickets />} />
    </div>
  );
}

export function NoAccessPage() {
  const text = useMessages(shellMessages);
  return (
    <div className={styles.page}>
      <EmptyState icon={<AlertIcon />} heading="h1" title={text('noAccess')} action={<ToTickets />} />
    </div>
  );
}

function ToTickets() {
  const text = useMessages(shellMessages);
  return (
    <Link href="/tickets" className={styles.link}>
      {text('toTickets')}
    </Link>
  );
}
