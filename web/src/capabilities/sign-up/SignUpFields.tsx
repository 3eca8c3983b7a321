import type { Draft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PlanCards } from './PlanCards.tsx';
import { maskPhone, phoneExample } from './phone-mask.ts';
import { StrengthMeter } from './StrengthMeter.tsx';
import type { SignUpForm } from './sign-up.data.ts';
import { signUpMessages } from './sign-up.messages.ts';

/** What a company tells of itself, and the plan it wants. */
export function SignUpFields({ draft: { values, errors, set, leave } }: { draft: Draft<typeof SignUpForm> }) {
  const text = useMessages(signUpMessages);
  const words = useMessages(commonMessages);
  return (
    <>
      <TextField
        label={text('company')}
        name="organization"
        autoComplete="organization"
        autoFocus
        value={values.name}
        error={errors.name}
        onChange={(name) => set('name', name)}
        onBlur={() => leave('name')}
      />
      <TextField
        label={words('email')}
        type="email"
        name="email"
        autoComplete="username"
        value={values.email}
        error={errors.email}
        onChange={(email) => set('email', email)}
        onBlur={() => leave('email')}
      />
      <PasswordField
        label={words('password')}
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={errors.password}
        hint={values.password === '' ? undefined : <StrengthMeter password={values.password} />}
        onChange={(password) => set('password', password)}
        onBlur={() => leave('password')}
      />
      <TextField
        label={words('phone')}
        type="tel"
        name="tel"
        autoComplete="tel"
        placeholder={phoneExample}
        value={values.phone}
        error={errors.phone}
        onChange={(phone) => set('phone', maskPhone(phone))}
        onBlur={() => leave('phone')}
      />
      <PlanCards chosen={values.planId} missing={errors.planId !== undefined} onChoose={(planId) => set('planId', planId)} />
    </>
  );
}
