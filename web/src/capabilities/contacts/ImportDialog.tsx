import { useRef } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './Contacts.module.css';
import { type FileImport, useImportFile, useImportPhoneBook } from './contacts.data.ts';
import { contactsMessages } from './contacts.messages.ts';

/** The phone's contacts, or those of a file. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages(contactsMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const phoneBook = useImportPhoneBook();
  const file = useImportFile();
  const bring = () =>
    phoneBook.mutate(undefined, {
      onSuccess: () => {
        toast.info(text('importStarted'));
        onClose();
      },
    });
  const footer = file.data ? (
    <CloseButton kind="primary" />
  ) : (
    <>
      <CloseButton label={common('cancel')} />
      <Button kind="primary" busy={phoneBook.isPending} disabled={file.isPending} onClick={bring}>
        {text('import')}
      </Button>
    </>
  );
  return (
    <Dialog title={text(file.data ? 'import' : 'importTitle')} onClose={onClose} footer={footer}>
      {!file.data && <p className={styles.note}>{text('importBody')}</p>}
      <section className={styles.file}>
        <h3>{text('importFileTitle')}</h3>
        <p className={styles.note}>{text('importFileBody')}</p>
        <FileButton busy={file.isPending} onFile={(chosen) => file.mutate(chosen)} />
        {file.data && <Summary result={file.data} />}
      </section>
    </Dialog>
  );
}

function FileButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const text = useMessages(contactsMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button busy={busy} onClick={() => input.current?.click()}>
        {text('chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        hidden
        aria-label={text('chooseFile')}
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

const maxTold = 100;

function Summary({ result: { created, updated, skipped } }: { result: FileImport }) {
  const text = useMessages(contactsMessages);
  return (
    <>
      <Banner inset tone={skipped.length > 0 ? 'warning' : 'success'}>
        {text('imported', { created, updated, skipped: skipped.length })}
      </Banner>
      {skipped.length > 0 && (
        <ul className={styles.skipped}>
          {skipped.slice(0, maxTold).map(({ line, reason }) => (
            <li key={line}>{text('skippedLine', { line, reason: text(`skip_${reason}`) })}</li>
          ))}
          {skipped.length > maxTold && <li>{text('skippedMore', { n: skipped.length - maxTold })}</li>}
        </ul>
      )}
    </>
  );
}
