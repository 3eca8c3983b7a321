import { useMessages } from '../../platform/language/messages.ts';
import { passwordStrength } from './password-strength.ts';
import styles from './SignUpPage.module.css';
import { signUpMessages } from './sign-up.messages.ts';

const levels = ['weak', 'fair', 'strong'] as const;

export function StrengthMeter({ password }: { password: string }) {
  const text = useMessages(signUpMessages);
  const strength = passwordStrength(password);
  const filled = levels.indexOf(strength);
  return (
    <span className={styles.strength}>
      <span aria-hidden="true" className={styles.bars} data-strength={strength}>
        {levels.map((level, index) => (
          <i key={level} data-filled={index <= filled || undefined} />
        ))}
      </span>
      {text('strength', { level: text(strength) })}
    </span>
  );
}
