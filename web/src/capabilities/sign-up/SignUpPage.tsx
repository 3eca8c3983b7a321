import { Link } from 'wouter';
import { ApiError } from '../../platform/api/api.ts';
import { errorText } from '../../platform/api/errors.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { PublicPage } from '../../ui/page/PublicPage.tsx';
import { suggestedEmail } from '../session/suggested-email.ts';
import { phoneDigits } from './phone-mask.ts';
import { SignUpFields } from './SignUpFields.tsx';
import styles from './SignUpPage.module.css';
import { SignUpForm, usePlans, useSignUp } from './sign-up.data.ts';
import { signUpMessages } from './sign-up.messages.ts';

const blank = { name: '', email: '', phone: '', password: '', planId: undefined };

export function SignUpPage() {
  const text = useMessages(signUpMessages);
  const toast = useToast();
  const navigate = useNavigate();
  const signUp = useSignUp();
  const plans = usePlans();
  const noPlans = plans.data?.length === 0;
  const draft = useDraft(SignUpForm, blank);
  const send = draft.onSubmit((input) =>
    signUp.mutate(
      { ...input, phone: phoneDigits(input.phone) },
      {
        onError: draft.refuse,
        onSuccess: () => {
          suggestedEmail.set(input.email);
          toast.success(text('done'), { milliseconds: 4000 });
          navigate('/login');
        },
      },
    ),
  );

  if (plans.error instanceof ApiError && plans.error.code === 'ERR_SIGNUP_CLOSED') return <ClosedPage />;
  return (
    <PublicPage title={text('title')} product={text('product')} width="wide">
      <form noValidate className={styles.form} onSubmit={send}>
        {signUp.isError && !signUp.isPending && (
          <Banner tone="danger" inset urgent>
            <span>{text('failed')}</span>
            {!isOfTheData(signUp.error) && (
              <>
                <br />
                <span>{errorText(signUp.error)}</span>
              </>
            )}
          </Banner>
        )}
        <SignUpFields draft={draft} />
        <Button type="submit" kind="primary" wide busy={signUp.isPending} disabled={noPlans}>
          {text('signUp')}
        </Button>
        <p className={styles.trial}>{text('trial')}</p>
      </form>
      <p className={styles.other}>
        {text('haveAccount')} <Link href="/login">{text('logIn')}</Link>
      </p>
    </PublicPage>
  );
}

/** Shown where the operator lets no strangers sign up companies. */
function ClosedPage() {
  const text = useMessages(signUpMessages);
  return (
    <PublicPage title={text('title')} product={text('product')} width="narrow">
      <Banner tone="info" inset>
        {text('closed')}
      </Banner>
      <p className={styles.other}>
        {text('haveAccount')} <Link href="/login">{text('logIn')}</Link>
      </p>
    </PublicPage>
  );
}

/** Whether the error can be fixed by editing the form. */
function isOfTheData(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status !== 429 && error.status < 500;
}
