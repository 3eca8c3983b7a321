import { Link, useLocation } from 'wouter';
import { commonMessages } from '../../platform/common.messages.ts';
import { useDraft } from '../../platform/draft.ts';
import { errorText } from '../../platform/errors.ts';
import { ApiError } from '../../platform/api.ts';
import { useMessages } from '../../platform/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PublicPage } from '../../ui/PublicPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toaster.tsx';
import { suggestedEmail } from '../session/suggested-email.ts';
import { maskPhone, phoneDigits, phoneExample } from './phone-mask.ts';
import { PlanCards } from './PlanCards.tsx';
import styles from './SignUpPage.module.css';
import { StrengthMeter } from './StrengthMeter.tsx';
import { SignUpForm, usePlans, useSignUp } from './sign-up.data.ts';
import { signUpMessages } from './sign-up.messages.ts';

const blank = { name: '', email: '', phone: '', password: '', planId: undefined };

export function SignUpPage() {
  const text = useMessages(signUpMessages);
  const words = useMessages(commonMessages);
  const toast = useToast();
  const [, navigate] = useLocation();
  const signUp = useSignUp();
  const noPlans = usePlans().data?.length === 0;
  const { values, errors, set, leave, refuse, onSubmit } = useDraft(SignUpForm, blank);
  const send = onSubmit((input) =>
    signUp.mutate(
      { ...input, phone: phoneDigits(input.phone) },
      {
        onError: refuse,
        onSuccess: () => {
          suggestedEmail.set(input.email);
          toast.success(text('done'), { milliseconds: 4000 });
          navigate('/login');
        },
      },
    ),
  );

  return (
    <PublicPage title={text('title')} product={text('product')} width={420}>
      <form noValidate className={styles['form']} onSubmit={send}>
        {signUp.isError && !signUp.isPending && (
          <Banner tone="danger" inset urgent>
            {complaint(signUp.error, text('failed'))}
          </Banner>
        )}
        <TextField label={text('company')} name="organization" autoComplete="organization" autoFocus value={values.name} error={errors['name']} onChange={(name) => set('name', name)} onBlur={() => leave('name')} />
        <TextField label={words('email')} type="email" name="email" autoComplete="username" value={values.email} error={errors['email']} onChange={(email) => set('email', email)} onBlur={() => leave('email')} />
        <PasswordField
          label={words('password')}
          name="password"
          autoComplete="new-password"
          value={values.password}
          error={errors['password']}
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
          error={errors['phone']}
          onChange={(phone) => set('phone', maskPhone(phone))}
          onBlur={() => leave('phone')}
        />
        <PlanCards chosen={values.planId} missing={errors['planId'] !== undefined} onChoose={(planId) => set('planId', planId)} />
        <Button type="submit" kind="primary" wide busy={signUp.isPending} disabled={noPlans}>
          {text('signUp')}
        </Button>
        <p className={styles['trial']}>{text('trial')}</p>
      </form>
      <p className={styles['other']}>
        {text('haveAccount')} <Link href="/login">{text('logIn')}</Link>
      </p>
    </PublicPage>
  );
}

/** The specification's one text for a refusal; what is no fault of the data says its own. */
function complaint(error: unknown, failed: string): string {
  return error instanceof ApiError && error.status >= 400 && error.status !== 429 && error.status < 500 ? failed : errorText(error);
}
