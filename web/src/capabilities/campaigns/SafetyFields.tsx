import { useMessages } from '../../platform/language/messages.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './CampaignsConfig.module.css';
import type { Safety } from './campaign-settings.data.ts';
import { configMessages } from './campaigns-config.messages.ts';

const usual = { quiet: '20:00-08:00', cap: '1000' };
const digits = (typed: string, most: number) => String(Math.min(most, Number(typed.replace(/\D/g, '').slice(0, 6))));

/** Quiet hours and a daily cap, both off unless somebody wants them, and how long an answer is waited for. */
export function SafetyFields({ safety, onChange }: { safety: Safety; onChange: (next: Partial<Safety>) => void }) {
  const text = useMessages(configMessages);
  const { campaignQuietHours: quiet, campaignDailyCap: cap, campaignConfirmationHours: hours } = safety;
  const [from = '20:00', to = '08:00'] = quiet === 'disabled' ? [] : quiet.split('-');
  const setQuiet = (begin: string, end: string) => onChange({ campaignQuietHours: `${begin || '20:00'}-${end || '08:00'}` });
  return (
    <div className={styles.safety}>
      <Switch
        label={text('quietHours')}
        on={quiet !== 'disabled'}
        onChange={(on) => onChange({ campaignQuietHours: on ? usual.quiet : 'disabled' })}
      />
      {quiet !== 'disabled' && (
        <div className={styles.pair}>
          <TextField type="time" label={text('quietFrom')} value={from} onChange={(begin) => setQuiet(begin, to)} />
          <TextField type="time" label={text('quietTo')} value={to} onChange={(end) => setQuiet(from, end)} />
        </div>
      )}
      <Switch label={text('dailyCap')} on={cap !== '0'} onChange={(on) => onChange({ campaignDailyCap: on ? usual.cap : '0' })} />
      {cap !== '0' && (
        <div className={styles.pair}>
          <TextField
            label={text('perDay')}
            inputMode="numeric"
            value={cap}
            onChange={(typed) => onChange({ campaignDailyCap: digits(typed, 100_000) })}
          />
        </div>
      )}
      <div className={styles.pair}>
        <TextField
          label={text('confirmationHours')}
          hint={text('confirmationHoursHint')}
          inputMode="numeric"
          value={hours}
          onChange={(typed) => onChange({ campaignConfirmationHours: String(Math.max(1, Number(digits(typed, 720)))) })}
        />
      </div>
      <p className={styles.hint}>{text('safetyHint')}</p>
    </div>
  );
}
