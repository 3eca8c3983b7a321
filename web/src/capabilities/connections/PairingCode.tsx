import type { ReactNode } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CopyButton } from './CopyField.tsx';
import styles from './PairingCode.module.css';
import { PairingNumber, usePairingCode } from './pairing.data.ts';
import { pairingMessages } from './pairing.messages.ts';
import { Steps } from './Steps.tsx';

type PairingCodeProps = {
  connectionId: number;
  /** A session that shows a QR code also gives a code. */
  isReady: boolean;
  /** Instead of everything else, once the session has given up waiting. */
  expired: ReactNode;
  onBack: () => void;
};

/** Instead of scanning: a code typed on the phone. For who serves from the very phone that is to be connected. */
export function PairingCode({ connectionId, isReady, expired, onBack }: PairingCodeProps) {
  const text = useMessages(pairingMessages);
  const draft = useDraft(PairingNumber, { number: '' });
  const make = usePairingCode(connectionId);
  const code = make.data && asShown(make.data.code);
  return (
    <form className={styles.pairing} noValidate onSubmit={draft.onSubmit(({ number }) => make.mutate(number))}>
      {expired || (
        <>
          <TextField
            label={text('number')}
            hint={text('numberHint')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            autoFocus
            {...draft.field('number')}
          />
          {make.error && (
            <Banner tone="danger" inset urgent>
              {errorText(make.error)}
            </Banner>
          )}
          {code && (
            <div className={styles.shown}>
              <output className={styles.code} aria-label={text('code')}>
                {code}
              </output>
              <CopyButton label={text('copy')} value={code} />
            </div>
          )}
          <Steps words={[text('step1'), text('step2'), text('step3'), text('step4')]} />
          {!isReady && <p className={styles.wait}>{text('notReady')}</p>}
        </>
      )}
      <div className={styles.buttons}>
        <Button kind="ghost" onClick={onBack}>
          {text('byQr')}
        </Button>
        {!expired && (
          <Button kind={code ? 'secondary' : 'primary'} type="submit" busy={make.isPending} disabled={!isReady}>
            {text(code ? 'makeOther' : 'make')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** ABCD-EFGH, as the phone asks for it. */
const asShown = (code: string) =>
  code
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .replace(/^(.{4})(?=.)/, '$1-');
