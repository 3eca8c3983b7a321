import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { PublicPage } from '../../ui/page/PublicPage.tsx';
import styles from '../session/LoginPage.module.css';
import { password, updateUser } from '../users/users.data.ts';
import { profileMessages } from './profile.messages.ts';

const FirstPasswordForm = z
  .object({ currentPassword: z.string().min(1, 'required'), password })
  .refine((typed) => typed.password !== typed.currentPassword, { path: ['password'], message: 'samePassword' });

/** The only page of a user whose first password was made by the server, until it is changed. */
export function FirstPasswordPage() {
  const text = useMessages(profileMessages);
  const { user, refreshUser, logOut } = useSession();
  const draft = useDraft(FirstPasswordForm, { currentPassword: '', password: '' });
  const save = useMutation({
    mutationFn: async (body: z.output<typeof FirstPasswordForm>) => {
      await updateUser(user.id, body);
      await refreshUser();
    },
    meta: { quiet: true },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'ERR_WRONG_PASSWORD') draft.refuseField('currentPassword', errorText(error));
      else if (!draft.refuse(error)) showError(error);
    },
  });
  return (
    <PublicPage title={text('firstTitle')} product={text('product')} width="narrow">
      <form noValidate className={styles.form} onSubmit={draft.onSubmit((input) => save.mutate(input))}>
        <p>{text('firstBody')}</p>
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={text('currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          autoFocus
          {...draft.field('currentPassword')}
        />
        <PasswordField label={text('newPassword')} name="password" autoComplete="new-password" {...draft.field('password')} />
        <Button type="submit" kind="primary" wide busy={save.isPending}>
          {text('save')}
        </Button>
        <Button wide onClick={() => void logOut()}>
          {text('logOut')}
        </Button>
      </form>
    </PublicPage>
  );
}
