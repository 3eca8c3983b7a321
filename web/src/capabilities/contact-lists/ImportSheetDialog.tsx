import { type ContactListImport, sheetFile } from '@prosa/contracts/contact-lists';
import { useRef, useState } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { DownloadIcon } from '../../ui/icons/chat-icons.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from './ContactLists.module.css';
import { complaintOf, type SheetComplaint, useImport, useUploadSheet } from './contact-lists.data.ts';
import { contactListsMessages } from './contact-lists.messages.ts';
import { downloadExample } from './example-sheet.ts';
import { itemsMessages } from './items.messages.ts';

/** A sheet becomes people of the list. The import goes on when the dialog is closed. */
export function ImportSheetDialog({ listId, onClose }: { listId: number; onClose: () => void }) {
  const text = useMessages(itemsMessages);
  const lists = useMessages(contactListsMessages);
  const [complaint, setComplaint] = useState<SheetComplaint>();
  const upload = useUploadSheet(listId);
  const going = useImport(listId, upload.data?.importId).data;
  const take = (file: File) => {
    const wrong = complaintOf(file);
    setComplaint(wrong);
    if (wrong) upload.reset();
    else upload.mutate(file);
  };
  const isRunning = upload.isPending || (upload.isSuccess && going?.state !== 'finished');
  const said = complaint ? text(complaint) : upload.error ? errorText(upload.error) : undefined;
  return (
    <Dialog
      title={text('importTitle')}
      onClose={onClose}
      footer={<CloseButton kind={going?.state === 'finished' ? 'primary' : 'secondary'} />}
    >
      <div className={styles.form}>
        <p className={styles.note}>{text('importBody')}</p>
        <div className={styles.buttons}>
          <SheetButton busy={isRunning} onFile={take} />
          <Button kind="ghost" icon={<DownloadIcon size={16} />} onClick={downloadExample}>
            {lists('example')}
          </Button>
        </div>
        {said && (
          <Banner tone="danger" inset urgent>
            {said}
          </Banner>
        )}
        {isRunning && <Progress going={going} />}
        {going?.state === 'finished' && <Result result={going} />}
      </div>
    </Dialog>
  );
}

function SheetButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const text = useMessages(itemsMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button busy={busy} onClick={() => input.current?.click()}>
        {text('chooseSheet')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={sheetFile.accept}
        hidden
        aria-label={text('chooseSheet')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again once it is mended.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

function Progress({ going }: { going: ContactListImport | undefined }) {
  const text = useMessages(itemsMessages);
  const done = going ? going.imported + going.duplicate + going.skipped : 0;
  const words = going ? text('importing', { done, total: going.total }) : text('reading');
  return (
    <div className={styles.progress}>
      <progress aria-label={words} {...(going && { max: Math.max(going.total, 1), value: done })} />
      <p role="status">{words}</p>
    </div>
  );
}

const maxTold = 200;

/** What became of the rows: how many came in, and each that did not with its reason. */
function Result({ result: { imported, duplicate, skipped, invalid } }: { result: ContactListImport }) {
  const text = useMessages(itemsMessages);
  const told = invalid.slice(0, maxTold);
  return (
    <>
      <Banner inset tone={skipped > 0 ? 'warning' : 'success'}>
        {text('imported', { n: imported, m: skipped + duplicate })}
      </Banner>
      {duplicate > 0 && <p className={styles.note}>{text('duplicates', { n: duplicate })}</p>}
      {imported > 0 && <p className={styles.note}>{text('checkHint')}</p>}
      {skipped > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard
        <ul className={styles.lines} aria-label={text('invalidLines')} tabIndex={0}>
          {told.map(({ line, reason }) => (
            <li key={line}>{text('line', { line, reason: text(`bad_${reason}`) })}</li>
          ))}
          {skipped > told.length && <li>{text('moreLines', { n: skipped - told.length })}</li>}
        </ul>
      )}
    </>
  );
}
