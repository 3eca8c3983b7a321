import { LoginInput } from '@prosa/contracts/session';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../platform/api/api.ts';
import { bodyField } from '../../platform/api/api-error.ts';
import { errorText } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDate } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useEndedElsewhere } from '../../platform/session/kept-drafts.ts';
import { useSessionState } from '../../platform/session/session.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PublicPage } from '../../ui/page/PublicPage.tsx';
import styles from './LoginPage.module.css';
import { loginMessages } from './login.messages.ts';
import { suggestedEmail } from './suggested-email.ts';

const PayDialog = lazy(async () => ({ default: (await import('../payments/PayDialog.tsx')).PayDialog }));

export function LoginPage() {
  const text = useMessages(loginMessages);
  const words = useMessages(commonMessages);
  const password = useRef<HTMLInputElement>(null);
  const { actions: rowActions } = useSessionState();
  const { values, errors, set, onSubmit } = useDraft(LoginInput, { email: suggestedEmail.get(), password: '' });
  const logIn = useMutation({
    mutationFn: rowActions.logIn,
    meta: { quiet: true },
    onError: (error) => {
      if (isWrongPassword(error)) password.current?.select();
    },
  });

  const mayPay = !logIn.isPending && billingToken(logIn.error) !== undefined;
  return (
    <PublicPage title={text('title')} product={text('product')} width="narrow">
      <form noValidate className={styles.form} onSubmit={onSubmit((input) => logIn.mutate(input))}>
        {!logIn.isError && <EndedElsewhere />}
        {logIn.isError && !logIn.isPending && (
          <Banner tone="danger" inset urgent>
            {complaint(logIn.error, (date) => text('expired', { date }))}
          </Banner>
        )}
        <TextField
          label={words('email')}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoFocus={values.email === ''}
          value={values.email}
          error={errors.email}
          onChange={(email) => set('email', email)}
        />
        <PasswordField
          ref={password}
          label={words('password')}
          name="password"
          autoComplete="current-password"
          autoFocus={values.email !== '' && values.password === ''}
          value={values.password}
          error={errors.password}
          onChange={(value) => set('password', value)}
        />
        <Button type="submit" kind={mayPay ? 'secondary' : 'primary'} wide busy={logIn.isPending}>
          {text('logIn')}
        </Button>
      </form>
      {/* Outside of the form, since it has one of its own. The password is still there: whoever has paid is let in with it. */}
      {!logIn.isPending && <PayNow error={logIn.error} onDone={() => logIn.mutate(LoginInput.parse(values))} />}
      <p className={styles.other}>
        {text('noAccount')} <Link href="/signup">{text('signUp')}</Link>
      </p>
    </PublicPage>
  );
}

/** Why one is here again, where a login elsewhere ended the session. */
function EndedElsewhere() {
  const text = useMessages(loginMessages);
  if (!useEndedElsewhere()) return null;
  return (
    <Banner tone="info" inset>
      {text('endedElsewhere')}
    </Banner>
  );
}

/** For who was refused because the company is overdue, and may pay for it. */
function PayNow({ error, onDone }: { error: unknown; onDone: () => void }) {
  const text = useMessages(loginMessages);
  const [paying, setPaying] = useState(false);
  const token = billingToken(error);
  if (token === undefined) return null;
  const done = () => {
    setPaying(false);
    onDone();
  };
  return (
    <div className={styles.pay}>
      <Button kind="primary" wide onClick={() => setPaying(true)}>
        {text('payNow')}
      </Button>
      {paying && (
        <Suspense>
          <PayDialog token={token} onClose={() => setPaying(false)} onDone={done} />
        </Suspense>
      )}
    </div>
  );
}

/** Good for paying without a session; only who may pay has one. */
const billingToken = (error: unknown) => (error instanceof ApiError ? bodyField(error, 'billingToken') : undefined);

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.status === 401;

function complaint(error: unknown, expired: (date: string) => string): string {
  if (!(error instanceof ApiError) || error.status !== 402) return errorText(error);
  const dueDate = bodyField(error, 'dueDate');
  return expired(dueDate ? formatDate(dueDate) : '').replace(/ +/g, ' ');
}
