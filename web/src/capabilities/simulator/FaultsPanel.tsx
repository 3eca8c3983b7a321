import type { Faults } from '@prosa/contracts/simulator';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './Simulator.module.css';
import { useFaults, useSetFaults } from './simulator.data.ts';
import { simulatorMessages } from './simulator.messages.ts';

const switches = ['offline', 'duplicate', 'reorder'] as const;
const numbers = ['delayMs', 'failNext'] as const;
const highest = { delayMs: 60_000, failNext: 100_000 };

/** Makes the simulated network misbehave, to see how the service copes. */
export function FaultsPanel({ whatsappId }: { whatsappId: number }) {
  const text = useMessages(simulatorMessages);
  const faults = useFaults(whatsappId);
  const setFaults = useSetFaults(whatsappId);
  return (
    <section className={styles.card} aria-label={text('faults')}>
      <h2>{text('faults')}</h2>
      <div className={styles.switches}>
        {switches.map((name) => (
          <Switch
            key={name}
            label={text(name)}
            on={faults.data?.[name] ?? false}
            disabled={setFaults.isPending}
            onChange={(on) => setFaults.mutate({ [name]: on })}
          />
        ))}
      </div>
      {faults.data && (
        <Numbers faults={faults.data} busy={setFaults.isPending} onSet={(change, done) => setFaults.mutate(change, { onSuccess: done })} />
      )}
    </section>
  );
}

function Numbers({ faults, busy, onSet }: { faults: Faults; busy: boolean; onSet: (change: Faults, done: () => void) => void }) {
  const text = useMessages(simulatorMessages);
  const toast = useToast();
  const [values, setValues] = useState({ delayMs: String(faults.delayMs ?? 0), failNext: String(faults.failNext ?? 0) });
  const errorOf = (name: (typeof numbers)[number]) =>
    /^\d+$/.test(values[name]) && Number(values[name]) <= highest[name] ? undefined : 'invalid';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (numbers.some(errorOf)) return;
    onSet({ delayMs: Number(values.delayMs), failNext: Number(values.failNext) }, () => toast.success(text('faultsSet')));
  };
  return (
    <form className={styles.numbers} noValidate onSubmit={submit}>
      {numbers.map((name) => (
        <TextField
          key={name}
          label={text(name)}
          inputMode="numeric"
          value={values[name]}
          error={errorOf(name)}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <Button type="submit" busy={busy}>
        {text('apply')}
      </Button>
    </form>
  );
}
