import { announcementImage } from '@prosa/contracts/announcements';
import { useId, useRef, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TrashIcon } from '../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './Announcements.module.css';
import { type AnnouncementRow, complaintOf, type ImageComplaint, useDetachImage } from './announcements.data.ts';
import { announcementsMessages } from './announcements.messages.ts';
import { ChosenImage, StoredImage } from './Images.tsx';

type ImageFieldProps = {
  announcement: AnnouncementRow | undefined;
  /** Goes out with the form; takes the place of the one before. */
  chosen: File | null;
  onChoose: (image: File | null) => void;
};

/** The image of an announcement: chosen here and sent with the form, or taken away at once. */
export function ImageField({ announcement, chosen, onChoose }: ImageFieldProps) {
  const text = useMessages(announcementsMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [complaint, setComplaint] = useState<ImageComplaint>();
  const [gone, setGone] = useState(false);
  const [asking, setAsking] = useState(false);
  const path = gone ? null : (announcement?.mediaPath ?? null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = complaintOf(file);
    setComplaint(wrong);
    if (!wrong) onChoose(file);
  };
  const hasImage = chosen !== null || path !== null;
  return (
    <fieldset className={styles.image} aria-describedby={`${id}-hint`}>
      <legend>{text('image')}</legend>
      {chosen ? <ChosenImage file={chosen} /> : path && <StoredImage path={path} name={announcement?.mediaName ?? ''} />}
      <div className={styles.imageButtons}>
        <Button onClick={() => input.current?.click()}>{text(hasImage ? 'changeImage' : 'chooseImage')}</Button>
        {hasImage && (
          <Button kind="ghost" icon={<TrashIcon size={16} />} onClick={() => (chosen ? onChoose(null) : setAsking(true))}>
            {text('removeImage')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text('image')}
        accept={announcementImage.accept}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {complaint && (
        <span role="alert" className={styles.complaint}>
          {text(complaint)}
        </span>
      )}
      <span id={`${id}-hint`} className={styles.hint}>
        {text('imageHint')}
      </span>
      {asking && announcement && <RemoveImage id={announcement.id} onGone={() => setGone(true)} onClose={() => setAsking(false)} />}
    </fieldset>
  );
}

function RemoveImage({ id, onGone, onClose }: { id: number; onGone: () => void; onClose: () => void }) {
  const text = useMessages(announcementsMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const detach = useDetachImage();
  const onConfirm = () =>
    detach.mutate(id, {
      onSuccess: () => {
        toast.success(common('done'));
        onGone();
      },
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={text('removeImageTitle')}
      body={common('deleteBody')}
      confirm={text('removeImage')}
      danger
      busy={detach.isPending}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  );
}
