import type { connectionsApi } from '@prosa/contracts/connections';
import type { z } from 'zod';
import { errorText } from '../../platform/api/errors.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './Cloud.module.css';
import { useConnectionTest } from './cloud.data.ts';
import { cloudMessages } from './cloud.messages.ts';

/** Asks Meta whether the stored credentials are good, and says who the number is or what is wrong. */
export function TestButton({ connectionId, unsaved = false }: { connectionId: number; unsaved?: boolean }) {
  const text = useMessages(cloudMessages);
  const test = useConnectionTest();
  return (
    <div className={styles.test}>
      <Button busy={test.isPending} disabled={unsaved} onClick={() => test.mutate(connectionId)}>
        {text('test')}
      </Button>
      {unsaved && <span className={styles.hint}>{text('testSaved')}</span>}
      {test.data && !unsaved && !test.isPending && <Found about={test.data} />}
      {test.error && !unsaved && !test.isPending && (
        <Banner tone="danger" inset urgent>
          <b>{text('testFailed')}</b> {errorText(test.error)} {text('testHelp')}
        </Banner>
      )}
    </div>
  );
}

type Tested = z.output<(typeof connectionsApi)['test']['reply']>;
const ratings = ['GREEN', 'YELLOW', 'RED'] as const;

function Found({ about: { displayPhoneNumber, verifiedName, qualityRating } }: { about: Tested }) {
  const text = useMessages(cloudMessages);
  const rating = ratings.find((known) => known === qualityRating.toUpperCase()) ?? 'UNKNOWN';
  return (
    <Banner tone="success" inset>
      <b>{text('tested')}</b>
      <dl className={styles.found}>
        <dt>{text('displayNumber')}</dt>
        <dd>{displayPhoneNumber}</dd>
        <dt>{text('verifiedName')}</dt>
        <dd>{verifiedName}</dd>
        <dt>{text('quality')}</dt>
        <dd>{text(`quality_${rating}`)}</dd>
      </dl>
    </Banner>
  );
}
