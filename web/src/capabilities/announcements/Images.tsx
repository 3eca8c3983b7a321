import { useEffect, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Announcements.module.css';
import { useImageFile } from './announcements.data.ts';
import { readingMessages } from './reading.messages.ts';

/** An address of something in memory, for as long as it is shown. */
function useAddressOf(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob && address;
}

type StoredImageProps = {
  path: string;
  /** What it shows, in words; empty where the words beside it say all. */
  name: string;
  small?: boolean;
};

/** The image of an announcement as the server keeps it. */
export function StoredImage({ path, name, small = false }: StoredImageProps) {
  const text = useMessages(readingMessages);
  const { data, isError } = useImageFile(path);
  const address = useAddressOf(data);
  if (isError) return small ? null : <p className={styles.hint}>{text('imageFailed')}</p>;
  if (!address)
    return (
      <span className={small ? styles.thumb : styles.picture}>
        <Skeleton />
      </span>
    );
  return <img className={small ? styles.thumb : styles.picture} src={address} alt={name} />;
}

/** One that was chosen and not sent yet. */
export function ChosenImage({ file }: { file: File }) {
  const address = useAddressOf(file);
  return address ? <img className={styles.picture} src={address} alt={file.name} /> : null;
}
