import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { companies, confirmPayment } from './companies.data.ts';
import { confirmMessages } from './confirm.messages.ts';

/** As the bank's statement writes it (FATURA12), or the number alone. */
const ConfirmForm = z.object({
  invoice: z
    .string()
    .trim()
    .min(1, { error: 'required', abort: true })
    .regex(/^(fatura)?\s*\d{1,9}$/i, 'invalidNumber')
    .transform((typed) => Number(typed.replace(/\D/g, ''))),
});

/** Where no provider collects, the platform's people see the money on their statement and say so here. */
export function ConfirmPaymentDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages(confirmMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const queryClient = useQueryClient();
  const draft = useDraft(ConfirmForm, { invoice: '' });
  const confirm = useMutation({ mutationFn: confirmPayment, meta: { quiet: true } });
  const submit = draft.onSubmit(({ invoice }) =>
    confirm.mutate(invoice, {
      onSuccess: () => {
        toast.success(common('done'));
        void queryClient.invalidateQueries({ queryKey: companies.key });
        onClose();
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'ERR_NO_INVOICE_FOUND') draft.refuseField('invoice', errorText(error));
        else showError(error);
      },
    }),
  );
  return (
    <Dialog
      title={text('title')}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <CloseButton label={common('cancel')} />
          <Button kind="primary" type="submit" busy={confirm.isPending}>
            {text('confirm')}
          </Button>
        </>
      }
    >
      <TextField label={text('invoice')} hint={text('hint')} autoComplete="off" {...draft.field('invoice')} />
    </Dialog>
  );
}
