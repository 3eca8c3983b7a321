import { type KeyboardEvent, useId, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { CopyIcon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './Code.module.css';
import { codeMessages } from './code.messages.ts';

type Choice<N extends string> = { name: N; label: string };
type TabsProps<N extends string> = {
  label: string;
  choices: readonly Choice<N>[];
  chosen: N;
  panelId: string;
  onChoose: (name: N) => void;
};

/** A few tabs in a row; arrows move between them. */
export function Tabs<N extends string>({ label, choices, chosen, panelId, onChoose }: TabsProps<N>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = choices.findIndex(({ name }) => name === chosen);
    const places: Record<string, number> = { ArrowRight: (at + 1) % choices.length, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = choices.at(places[event.key] ?? choices.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[choices.indexOf(next)]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {choices.map(({ name, label: words }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${panelId}-${name}`}
          aria-selected={name === chosen}
          aria-controls={panelId}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/** The same program in several languages. */
export function CodeTabs({ label, sources }: { label: string; sources: Readonly<Record<string, string>> }) {
  const panelId = useId();
  const choices = Object.keys(sources).map((name) => ({ name, label: name }));
  const [chosen, choose] = useState(choices[0]?.name ?? '');
  return (
    <div className={styles.box}>
      <Tabs {...{ label, choices, chosen, panelId }} onChoose={choose} />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${chosen}`}>
        <Code label={`${label}: ${chosen}`} source={sources[chosen] ?? ''} />
      </div>
    </div>
  );
}

/** Something to be read or copied into a program. */
export function Code({ label, source }: { label: string; source: string }) {
  const text = useMessages(codeMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(source);
    toast.success(common('copied'));
  };
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where lines are long, also by keys */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{source}</code>
        </pre>
      </section>
      <IconButton label={text('copyNamed', { name: label })} onClick={() => void copy()}>
        <CopyIcon size={16} />
      </IconButton>
    </div>
  );
}
