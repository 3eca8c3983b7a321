import { type Feature, featuresOf, type ProviderName, providers } from '@prosa/contracts/channels';
import { type ReactNode, useId } from 'react';
import { fieldMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { OfficialIcon, QrIcon, TrialIcon } from '../../ui/icons/channel-icons.tsx';
import styles from './ProviderChoice.module.css';
import { providersMessages } from './providers.messages.ts';

const icons: Record<ProviderName, (props: { size?: number }) => ReactNode> = {
  baileys: QrIcon,
  cloud: OfficialIcon,
  simulator: TrialIcon,
};
/** What people are used to from WhatsApp and look for in vain where a channel has it not. */
const expected = ['edit', 'retract', 'picture', 'groups', 'phoneBook'] as const satisfies Feature[];

export function ProviderIcon({ provider, size = 20 }: { provider: ProviderName; size?: number }) {
  const Icon = icons[provider];
  return <Icon size={size} />;
}

type ProviderChoiceProps = { value: ProviderName | ''; error: string | undefined; onChange: (provider: ProviderName) => void };

/** Which kind of connection: three cards, each with what it is and what it can not do. */
export function ProviderChoice({ value, error, onChange }: ProviderChoiceProps) {
  const text = useMessages(providersMessages);
  const complaints = useMessages(fieldMessages);
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} aria-required="true" aria-describedby={error && `${id}-error`}>
      <div id={id} className={styles.label}>
        {text('provider')}
      </div>
      <div className={styles.cards}>
        {providers.map((provider) => (
          <label key={provider} className={styles.card}>
            <input
              type="radio"
              name={id}
              value={provider}
              checked={value === provider}
              aria-label={text(provider)}
              aria-describedby={`${id}-${provider}`}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(provider)}
            />
            <About provider={provider} id={`${id}-${provider}`} />
          </label>
        ))}
      </div>
      {error && (
        <span id={`${id}-error`} role="alert" className={styles.error}>
          {complaints('required')}
        </span>
      )}
    </div>
  );
}

/** The kind of a connection that exists: it stays what it is. */
export function FixedProvider({ provider }: { provider: ProviderName }) {
  const text = useMessages(providersMessages);
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing of it can be filled in
    <div role="group" aria-labelledby={id} className={styles.fixed}>
      <span id={id} className={styles.label}>
        {text('provider')}
      </span>
      <div className={styles.card} data-fixed>
        <About provider={provider} />
      </div>
      <span className={styles.hint}>{text('fixed')}</span>
    </div>
  );
}

function About({ provider, id }: { provider: ProviderName; id?: string }) {
  const text = useMessages(providersMessages);
  const lacks = useLacks(provider);
  return (
    <span className={styles.about}>
      <b>
        <ProviderIcon provider={provider} size={16} />
        {text(provider)}
      </b>
      <span id={id} className={styles.words}>
        <span>{text(`${provider}_about`)}</span>
        <span className={styles.but}>{[text(`${provider}_but`), lacks].filter(Boolean).join(' ')}</span>
      </span>
    </span>
  );
}

/** What this kind of connection can not do, in one sentence. */
function useLacks(provider: ProviderName): string {
  const text = useMessages(providersMessages);
  const lacking = expected.filter((feature) => !featuresOf[provider].includes(feature)).map((feature) => text(`lack_${feature}`));
  if (lacking.length === 0) return '';
  const list = new Intl.ListFormat(document.documentElement.lang || 'pt-BR', { type: 'disjunction' });
  return text('lacks', { what: list.format(lacking) });
}
