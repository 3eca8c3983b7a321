import { lazy, Suspense } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { CheckIcon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Integrations } from './Integrations.tsx';
import { durationText, type OptionKey, offeredMinutes, options, zoneName, zonesWith } from './options.ts';
import styles from './Settings.module.css';
import { type SettingsTab, SettingsTabs } from './SettingsTabs.tsx';
import { useChangeSetting, useSettings } from './settings.data.ts';
import { settingsMessages } from './settings.messages.ts';

const CompaniesTab = lazy(async () => ({ default: (await import('../companies/CompaniesTab.tsx')).CompaniesTab }));
const OverviewTab = lazy(async () => ({ default: (await import('../companies/OverviewTab.tsx')).OverviewTab }));
const HoursTab = lazy(async () => ({ default: (await import('../companies/HoursTab.tsx')).HoursTab }));
const PlansTab = lazy(async () => ({ default: (await import('../plans/PlansTab.tsx')).PlansTab }));
const HelpsTab = lazy(async () => ({ default: (await import('../helps/HelpsTab.tsx')).HelpsTab }));
const HolidaysSection = lazy(async () => ({ default: (await import('../holidays/HolidaysSection.tsx')).HolidaysSection }));

/** What the company has set, for admins; and what the platform's own people keep, whatever their profile. */
export function SettingsPage() {
  const text = useMessages(settingsMessages);
  const mayManage = useCan('settings:manage');
  const { super: isSuper, company } = useSession().user;
  const hasHours = company.settings.some(({ key, value }) => key === 'scheduleType' && value === 'company');
  const tabs: SettingsTab[] = [
    ...(mayManage ? [{ name: 'options', label: text('options'), panel: <OptionsTab hasHolidays={!hasHours} /> }] : []),
    ...(mayManage && hasHours ? [{ name: 'hours', label: text('hours_tab'), panel: <CompanyHours /> }] : []),
    ...(isSuper ? [{ name: 'companies', label: text('companies'), panel: <CompaniesTab /> }] : []),
    ...(isSuper ? [{ name: 'plans', label: text('plans'), panel: <PlansTab /> }] : []),
    ...(isSuper ? [{ name: 'helps', label: text('helps'), panel: <HelpsTab /> }] : []),
    ...(isSuper ? [{ name: 'overview', label: text('overview'), panel: <OverviewTab /> }] : []),
  ];
  return <SettingsTabs label={text('title')} tabs={tabs} />;
}

/** Holidays close a company and its queues alike: they stand beside the company's hours where there are such, else below the options. */
function CompanyHours() {
  return (
    <HoursTab>
      <HolidaysSection />
    </HoursTab>
  );
}

function OptionsTab({ hasHolidays }: { hasHolidays: boolean }) {
  const text = useMessages(settingsMessages);
  return (
    <Page title={text('title')}>
      <section className={styles.section} aria-labelledby="settings-options">
        <h2 id="settings-options">{text('options')}</h2>
        <Card>
          <Options />
        </Card>
      </section>
      <Integrations />
      {hasHolidays && (
        <Suspense>
          <HolidaysSection folded />
        </Suspense>
      )}
    </Page>
  );
}

function Options() {
  const common = useMessages(commonMessages);
  const settings = useSettings();
  if (settings.data) {
    const values = new Map(settings.data.map(({ key, value }) => [key, value]));
    return (
      <ul className={styles.rows}>
        {options.map(({ key }) => (
          <Row key={key} name={key} value={values.get(key) ?? ''} />
        ))}
      </ul>
    );
  }
  if (!settings.isError) return <SkeletonRows />;
  return (
    <div role="alert">
      <EmptyState title={common('listFailed')} action={<Button onClick={() => void settings.refetch()}>{common('tryAgain')}</Button>} />
    </div>
  );
}

/** Saves as it is changed. */
function Row({ name, value }: { name: OptionKey; value: string }) {
  const text = useMessages(settingsMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const change = useChangeSetting(name);
  const choose = (chosen: string) => change.mutate(chosen, { onSuccess: () => toast.success(common('updated')) });
  const helpId = `setting-${name}-help`;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{text(name)}</strong>
        <p id={helpId}>{text(`${name}Help`)}</p>
      </div>
      <span className={styles.state} role="status">
        {change.isPending && text('saving')}
        {change.isSuccess && (
          <>
            {text('saved')} <CheckIcon size={14} />
          </>
        )}
      </span>
      <div className={styles.control}>
        <Select
          label={text(name)}
          labelHidden
          aria-describedby={helpId}
          value={value}
          options={useChoices(name, value)}
          onChange={choose}
        />
      </div>
    </li>
  );
}

function useChoices(name: OptionKey, value: string): { value: string; label: string }[] {
  const text = useMessages(settingsMessages);
  const choices = options.find(({ key }) => key === name)?.choices;
  if (choices) return choices.map((choice) => ({ value: choice.value, label: text(choice.label) }));
  if (name === 'timezone') return zonesWith(value).map((zone) => ({ value: zone, label: zoneName(zone) }));
  const spans = [...new Set([...(offeredMinutes[name] ?? []), Number(value)])].sort((a, b) => a - b);
  return spans.map((minutes) => ({ value: String(minutes), label: text(...durationText(minutes)) }));
}
