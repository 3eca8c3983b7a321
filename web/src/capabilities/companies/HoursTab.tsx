import type { Company } from '@prosa/contracts/companies';
import type { ReactNode } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { HoursFields } from '../working-hours/HoursFields.tsx';
import { hoursMessages } from '../working-hours/hours.messages.ts';
import { useHours } from '../working-hours/useHours.ts';
import styles from './Companies.module.css';
import { useCompany, useSaveHours } from './companies.data.ts';

/** The company's own working hours, for its admins, and what stands beside them. */
export function HoursTab({ children }: { children?: ReactNode }) {
  const text = useMessages(hoursMessages);
  const common = useMessages(commonMessages);
  const company = useCompany(useSession().user.companyId);
  return (
    <Page title={text('hours')}>
      <Card>
        {company.data && <OwnHours company={company.data} />}
        {company.isPending && <SkeletonRows />}
        {company.isError && !company.data && (
          <div role="alert">
            <EmptyState
              title={common('listFailed')}
              action={<Button onClick={() => void company.refetch()}>{common('tryAgain')}</Button>}
            />
          </div>
        )}
      </Card>
      {children}
    </Page>
  );
}

function OwnHours({ company }: { company: Company }) {
  const common = useMessages(commonMessages);
  const hours = useHours(company.schedules, { save: useSaveHours(company.id) });
  return (
    <form className={styles.section} noValidate onSubmit={hours.submit}>
      <HoursFields week={hours.week} onChange={hours.setWeek} checked={hours.checked} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" busy={hours.busy}>
          {common('save')}
        </Button>
      </div>
    </form>
  );
}
