import { useId, useState } from 'react';
import { areLettersOn, switchLetters } from '../../platform/browser/shortcuts.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { isPageAvailable } from '../navigation/go-keys.ts';
import styles from './ShortcutSheet.module.css';
import { sheetMessages } from './sheet.messages.ts';
import { type SheetGroup, sheet } from './sheet.ts';

/** All shortcuts, and the switch for single-letter ones. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const text = useMessages(sheetMessages);
  const [on, setOn] = useState(areLettersOn);
  const choose = (next: boolean) => {
    switchLetters(next);
    setOn(next);
  };
  return (
    <Dialog wide title={text('title')} onClose={onClose}>
      <div className={styles.letters}>
        <Switch label={text('letters')} on={on} onChange={choose} />
        <p>{text('lettersHint')}</p>
      </div>
      <div className={styles.groups}>
        {sheet.map((group) => (
          <Group key={group.heading} group={group} />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ group }: { group: SheetGroup }) {
  const text = useMessages(sheetMessages);
  const id = useId();
  const { user } = useSession();
  const rows = group.rows.filter(({ leadsTo }) => leadsTo === undefined || isPageAvailable(user, leadsTo));
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{text(group.heading)}</h3>
      <dl>
        {rows.map(({ words, keys, together, also }) => (
          <div key={words} className={styles.row}>
            <dt>
              <Keys keys={keys} together={together ?? false} />
              {also && (
                <>
                  <span className={styles.or}>{text('or')}</span>
                  <Keys keys={also} />
                </>
              )}
            </dt>
            <dd>{text(words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
