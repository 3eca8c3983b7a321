import { useQueryClient } from '@tanstack/react-query';
import { CheckoutDialog } from './CheckoutDialog.tsx';
import { PayerToken } from './payments.data.ts';

/** 'Pagar agora' on the login page: the checkout without a session. */
export function PayDialog({ token, onClose, onDone }: { token: string; onClose: () => void; onDone: () => void }) {
  const queryClient = useQueryClient();
  const leave = (after: () => void) => () => {
    // What was read with the token is no business of who signs in next.
    queryClient.clear();
    after();
  };
  return (
    <PayerToken value={token}>
      <CheckoutDialog onClose={leave(onClose)} onDone={leave(onDone)} />
    </PayerToken>
  );
}
