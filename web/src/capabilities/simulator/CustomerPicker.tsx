import { formatListTime, formatPhone } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { plainText } from '../chat/text/markup.ts';
import styles from './Simulator.module.css';
import { usePhones } from './simulator.data.ts';
import { simulatorMessages } from './simulator.messages.ts';

export type Customer = { number: string; name: string };

/** The same rule as the contract's: 8 to 20 digits. */
export const isNumber = (number: string) => /^\d{8,20}$/.test(number);

export function CustomerPicker({
  whatsappId,
  customer,
  onChange,
}: {
  whatsappId: number;
  customer: Customer;
  onChange: (customer: Customer) => void;
}) {
  const text = useMessages(simulatorMessages);
  const { language } = useLanguage();
  const phones = usePhones(whatsappId);
  const error = isNumber(customer.number) ? undefined : 'invalidNumber';
  return (
    <section className={styles.card} aria-label={text('customer')}>
      <h2>{text('customer')}</h2>
      <div className={styles.pair}>
        <TextField
          label={text('number')}
          inputMode="numeric"
          autoComplete="off"
          value={customer.number}
          error={error}
          hint={text('numberHint')}
          onChange={(number) => onChange({ ...customer, number: number.replaceAll(/\D/g, '') })}
        />
        <TextField
          label={text('name')}
          autoComplete="off"
          maxLength={100}
          value={customer.name}
          onChange={(name) => onChange({ ...customer, name })}
        />
      </div>
      {phones.data && phones.data.length > 0 && (
        <>
          <h3>{text('known')}</h3>
          <ul className={styles.phones}>
            {phones.data.map(({ number, name, lastMessage, at }) => (
              <li key={number}>
                <button type="button" aria-pressed={number === customer.number} onClick={() => onChange({ number, name: name || number })}>
                  <b title={name}>{name || formatPhone(number)}</b>
                  <time dateTime={at}>{formatListTime(at, language)}</time>
                  <span title={plainText(lastMessage)}>{plainText(lastMessage)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
