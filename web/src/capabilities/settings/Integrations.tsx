import { type Setting, secretKeys } from '@prosa/contracts/settings';
import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill } from '../../ui/Chip.tsx';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { IntegrationForm } from './IntegrationForm.tsx';
import { integrationsMessages } from './integrations.messages.ts';
import { type Integration, integrations } from './integrations.ts';
import styles from './Settings.module.css';
import { useSettings } from './settings.data.ts';

/** Keys to the company's billing systems, a card each; folded until they are wanted. */
export function Integrations() {
  const text = useMessages(integrationsMessages);
  const settings = useSettings().data;
  if (!settings?.some(({ key }) => secretKeys.some((secret) => secret === key))) return null;
  return (
    <section className={styles.section} aria-labelledby="settings-integrations">
      <h2 id="settings-integrations">{text('title')}</h2>
      <p className={styles.about}>{text('about')}</p>
      {integrations.map((integration) => (
        <IntegrationCard key={integration.name} {...{ integration, settings }} />
      ))}
    </section>
  );
}

function IntegrationCard({ integration, settings }: { integration: Integration; settings: readonly Setting[] }) {
  const text = useMessages(integrationsMessages);
  const [isOpen, setOpen] = useState(false);
  const { name, keys } = integration;
  const values = Object.fromEntries(keys.map((key) => [key, settings.find((setting) => setting.key === key)?.value ?? '']));
  const filled = Object.values(values).filter((value) => value !== '').length;
  const state = filled === 0 ? 'unused' : filled < keys.length ? 'incomplete' : 'configured';
  const panelId = `integration-${name}`;
  return (
    <Card>
      <h3 className={styles.fold}>
        <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? panelId : undefined} onClick={() => setOpen(!isOpen)}>
          <span className={styles.sign} data-open={isOpen || undefined}>
            <ChevronDownIcon size={16} />
          </span>
          {text(name)}
          <span className={styles.pill}>
            <StatusPill tone={state === 'configured' ? 'success' : state === 'incomplete' ? 'warning' : 'neutral'}>
              {text(state)}
            </StatusPill>
          </span>
        </button>
      </h3>
      {isOpen && (
        <div id={panelId}>
          <IntegrationForm keys={keys} values={values} />
        </div>
      )}
    </Card>
  );
}
