import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatMoney } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { MoneyIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { plans } from './plans.data.ts';
import { plansMessages } from './plans.messages.ts';

/** What companies can subscribe to, for super users. */
export function PlansTab() {
  useCommercialNotices();
  const text = useMessages(plansMessages);
  const common = useMessages(commonMessages);
  return (
    <RecordsPage
      records={plans}
      messages={plansMessages}
      icon={<MoneyIcon />}
      columns={[
        { key: 'name', header: common('name'), leads: true, cell: ({ name }) => name },
        { key: 'users', header: text('users'), width: '12%', cell: ({ users }) => users },
        { key: 'connections', header: text('connections'), width: '12%', spare: 'tight', cell: ({ connections }) => connections },
        { key: 'queues', header: text('queues'), width: '12%', spare: 'tight', cell: ({ queues }) => queues },
        { key: 'storage', header: text('space'), width: '14%', spare: 'tight', cell: ({ storage }) => `${storage} GB` },
        { key: 'value', header: text('value'), width: '16%', cell: ({ value }) => formatMoney(value) },
        { key: 'isPublic', header: text('sale'), width: '16%', cell: ({ isPublic }) => text(isPublic ? 'shown' : 'hidden') },
      ]}
      form={(plan, handlers) => <PlanDialog plan={plan} {...handlers} />}
    />
  );
}
