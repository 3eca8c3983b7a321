import { announcementImage } from '@prosa/contracts/announcements';
import { useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { FileChoice } from '../../ui/records/FileChoice.tsx';
import { type AnnouncementRow, complaintOf, type ImageComplaint, useDetachImage } from './announcements.data.ts';
import { announcementsMessages } from './announcements.messages.ts';
import { ChosenImage, StoredImage } from './Images.tsx';

type ImageFieldProps = {
  announcement: AnnouncementRow | undefined;
  chosen: File | null;
  onChoose: (image: File | null) => void;
};

/** The image of an announcement. */
export function ImageField({ announcement, chosen, onChoose }: ImageFieldProps) {
  const text = useMessages(announcementsMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const detach = useDetachImage();
  const [complaint, setComplaint] = useState<ImageComplaint>();
  const [gone, setGone] = useState(false);
  const path = gone ? null : (announcement?.mediaPath ?? null);
  const take = (file: File | null) => {
    const wrong = file ? complaintOf(file) : undefined;
    setComplaint(wrong);
    if (!wrong) onChoose(file);
  };
  const remove = (settled: () => void) => {
    if (!announcement) return;
    const onSuccess = () => {
      toast.success(common('done'));
      setGone(true);
    };
    detach.mutate(announcement.id, { onSuccess, onSettled: settled });
  };
  const texts = {
    legend: text('image'),
    choose: text('chooseImage'),
    change: text('changeImage'),
    remove: text('removeImage'),
    removeTitle: text('removeImageTitle'),
  };
  return (
    <FileChoice
      {...{ texts, chosen }}
      onChoose={take}
      hasStored={path !== null}
      shown={chosen ? <ChosenImage file={chosen} /> : path && <StoredImage path={path} name={announcement?.mediaName ?? ''} />}
      onRemove={remove}
      isRemoving={detach.isPending}
      hint={text('imageHint')}
      complaint={complaint && text(complaint)}
      accept={announcementImage.accept}
    />
  );
}
