import { type Company, recurrences } from '@prosa/contracts/companies';
import type { z } from 'zod';
import type { Draft } from '../../platform/forms/draft.ts';
import { dayTyped } from '../../platform/forms/typed-day.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { dayOf } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { useAllPlans } from '../plans/plans.data.ts';
import styles from './Companies.module.css';
import { CompanyForm, type CompanyValues, companies, createCompany, NewCompanyForm, updateCompany } from './companies.data.ts';
import { companiesMessages } from './companies.messages.ts';
import { addPeriod } from './due-date.ts';

type CompanyDialogProps = { company: Company | undefined; onClose: () => void; onSaved: (company: Company) => void };
type CompanyDraft = Draft<typeof NewCompanyForm, CompanyValues>;

const billing = ['billingName', 'zipcode', 'street', 'district', 'city', 'state'] as const;
const blank: CompanyValues = {
  ...{ name: '', email: '', phone: '', password: '', planId: 0, recurrence: 'MENSAL', dueDate: '', status: true, campaignsEnabled: true },
  ...{ billingName: '', zipcode: '', street: '', state: '', city: '', district: '' },
};
const valuesOf = (company: Company): CompanyValues => ({
  ...{ name: company.name, email: company.email, phone: company.phone, password: '', planId: company.planId },
  ...{ recurrence: company.recurrence, dueDate: company.dueDate ?? '', status: company.status, campaignsEnabled: company.campaignsEnabled },
  ...{ billingName: company.billingName, zipcode: company.zipcode, street: company.street },
  ...{ state: company.state, city: company.city, district: company.district },
});

export function CompanyDialog({ company, ...rest }: CompanyDialogProps) {
  const save = ({ password, dueDate, ...input }: z.output<typeof NewCompanyForm>) => {
    if (company) return updateCompany(company.id, { ...input, dueDate: dueDate ?? null });
    // A day that is left out is the end of a trial.
    return createCompany({ ...input, password, ...(dueDate && { dueDate }) });
  };
  return (
    <RecordForm
      {...{ records: companies, messages: companiesMessages, record: company, blank, valuesOf, save, ...rest }}
      wide
      schema={company ? CompanyForm : NewCompanyForm}
      refusals={{ ERR_EMAIL_ALREADY_EXISTS: 'email' }}
    >
      {(draft) => <CompanyFields draft={draft} isNew={company === undefined} />}
    </RecordForm>
  );
}

function CompanyFields({ draft, isNew }: { draft: CompanyDraft; isNew: boolean }) {
  const text = useMessages(companiesMessages);
  const common = useMessages(commonMessages);
  const plans = useAllPlans();
  const { field, values } = draft;
  const plan = field('planId');
  return (
    <>
      <div className={styles.fields}>
        <TextField label={common('name')} autoComplete="off" {...field('name')} />
        <TextField
          label={common('email')}
          type="email"
          autoComplete="off"
          hint={isNew ? text('firstAdmin') : undefined}
          {...field('email')}
        />
        {isNew && <PasswordField label={common('password')} autoComplete="new-password" hint={text('firstAdmin')} {...field('password')} />}
        <TextField label={common('phone')} type="tel" autoComplete="off" {...field('phone')} />
        <Select
          label={common('plan')}
          {...plan}
          value={values.planId === 0 ? '' : String(values.planId)}
          placeholder={text('choosePlan')}
          onChange={(chosen: string) => plan.onChange(Number(chosen))}
          options={(plans.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Flag draft={draft} name="status" label={common('status')} words={{ on: text('active'), off: text('inactive') }} />
        <Flag
          draft={draft}
          name="campaignsEnabled"
          label={text('campaigns')}
          words={{ on: text('campaignsOn'), off: text('campaignsOff') }}
        />
        <Select label={text('recurrence')} {...field('recurrence')} options={recurrences.map((value) => ({ value, label: text(value) }))} />
        <DueDate draft={draft} />
      </div>
      <fieldset className={styles.billing}>
        <legend>{text('billing')}</legend>
        <div className={styles.fields}>
          {billing.map((key) => (
            <TextField key={key} label={text(key)} autoComplete="off" {...field(key)} />
          ))}
        </div>
      </fieldset>
      <div>
        <Button kind="ghost" onClick={() => draft.reset()}>
          {text('clear')}
        </Button>
      </div>
    </>
  );
}

type FlagProps = { draft: CompanyDraft; name: 'status' | 'campaignsEnabled'; label: string; words: { on: string; off: string } };

function Flag({ draft: { field, values }, name, label, words }: FlagProps) {
  const { onChange, ...binding } = field(name);
  return (
    <Select
      label={label}
      {...binding}
      value={String(values[name])}
      onChange={(chosen: string) => onChange(chosen === 'true')}
      options={[
        { value: 'true', label: words.on },
        { value: 'false', label: words.off },
      ]}
    />
  );
}

/** The day, and one period more by a press; the new day is seen before it is saved. */
function DueDate({ draft: { field, values } }: { draft: CompanyDraft }) {
  const text = useMessages(companiesMessages);
  const { onChange, ...binding } = field('dueDate');
  const day = values.dueDate ?? '';
  return (
    <div className={styles.due}>
      <DateField label={text('dueDate')} {...binding} value={day} onChange={onChange} />
      <Button onClick={() => onChange(addPeriod(dayTyped(day) ?? dayOf(new Date()), values.recurrence))}>{text('addPeriod')}</Button>
    </div>
  );
}
