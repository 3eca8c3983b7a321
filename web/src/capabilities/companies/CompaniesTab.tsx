import type { Company } from '@prosa/contracts/companies';
import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { daysUntil, formatDate, formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill } from '../../ui/Chip.tsx';
import { CalendarIcon, MoneyIcon, PeopleIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import styles from './Companies.module.css';
import { CompanyDialog } from './CompanyDialog.tsx';
import { CompanyHoursDialog } from './CompanyHoursDialog.tsx';
import { ConfirmPaymentDialog } from './ConfirmPaymentDialog.tsx';
import { companies } from './companies.data.ts';
import { companiesMessages } from './companies.messages.ts';
import { confirmMessages } from './confirm.messages.ts';
import { toneOf } from './due-date.ts';

const daysLeft = ({ dueDate, isPlatform }: Company) => (dueDate === null || isPlatform ? undefined : daysUntil(dueDate));

/** The companies of the platform, for super users. */
export function CompaniesTab() {
  useCommercialNotices();
  const text = useMessages(companiesMessages);
  const common = useMessages(commonMessages);
  const confirm = useMessages(confirmMessages);
  return (
    <RecordsPage
      records={companies}
      messages={companiesMessages}
      icon={<PeopleIcon />}
      pageActions={(show) => [
        {
          key: 'confirm',
          label: confirm('title'),
          icon: <MoneyIcon />,
          onSelect: () => show((close) => <ConfirmPaymentDialog onClose={close} />),
        },
      ]}
      rowTone={(company) => toneOf(daysLeft(company))}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
        { key: 'email', header: common('email'), width: '16%', spare: 'tight', cell: ({ email }) => email },
        { key: 'phone', header: common('phone'), width: '160px', spare: true, cell: ({ phone }) => formatPhone(phone) },
        { key: 'plan', header: common('plan'), width: '9%', cell: ({ plan }) => plan.name },
        {
          key: 'campaigns',
          header: text('campaigns'),
          width: '104px',
          spare: true,
          cell: ({ campaignsEnabled }) => text(campaignsEnabled ? 'campaignsOn' : 'campaignsOff'),
        },
        {
          key: 'status',
          header: common('status'),
          width: '96px',
          cell: ({ status }) => <StatusPill tone={status ? 'success' : 'neutral'}>{text(status ? 'active' : 'inactive')}</StatusPill>,
        },
        { key: 'created', header: text('createdAt'), width: '96px', spare: true, cell: ({ createdAt }) => formatDate(createdAt) },
        { key: 'due', header: text('due'), width: '136px', cell: (company) => <Due company={company} /> },
      ]}
      form={(company, handlers) => <CompanyDialog company={company} {...handlers} />}
      mayRemove={({ isPlatform }) => !isPlatform}
      removeTyped={({ name }) => ({ label: text('typeName', { name }), text: name })}
      rowActions={(company, show) => [
        {
          key: 'hours',
          label: text('hoursNamed', { name: company.name }),
          short: text('hours'),
          icon: <CalendarIcon />,
          onSelect: () => show((close) => <CompanyHoursDialog company={company} onClose={close} />),
        },
      ]}
    />
  );
}

/** The date, and in words what its colour says. */
function Due({ company }: { company: Company }) {
  const text = useMessages(companiesMessages);
  const days = daysLeft(company);
  if (company.dueDate === null) return text('noDueDate');
  const isNear = days !== undefined && toneOf(days) !== undefined;
  return (
    <span className={styles.dueCell}>
      <span>{formatDate(company.dueDate)}</span>
      {isNear && <small>{text(...dueWords(days))}</small>}
    </span>
  );
}

function dueWords(days: number): [keyof typeof companiesMessages.pt, { n: number }] {
  const n = Math.abs(days);
  if (days === 0) return ['dueToday', { n }];
  if (days > 0) return [n === 1 ? 'dueTomorrow' : 'dueIn', { n }];
  return [n === 1 ? 'overdueByOne' : 'overdueBy', { n }];
}
