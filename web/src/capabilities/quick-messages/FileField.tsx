import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { FileChoice, NamedFile } from '../../ui/records/FileChoice.tsx';
import { type QuickMessageRow, useDetachFile } from './quick-messages.data.ts';
import { quickMessagesMessages } from './quick-messages.messages.ts';

type FileFieldProps = { record: QuickMessageRow | undefined; chosen: File | null; onChoose: (file: File | null) => void };

/** The file of a quick message. */
export function FileField({ record, chosen, onChoose }: FileFieldProps) {
  const text = useMessages(quickMessagesMessages);
  const toast = useToast();
  const detach = useDetachFile();
  const [gone, setGone] = useState(false);
  const stored = gone ? null : (record?.mediaName ?? null);
  const remove = (settled: () => void) => {
    if (!record) return;
    const onSuccess = () => {
      toast.success(text('updated'));
      setGone(true);
    };
    detach.mutate(record.id, { onSuccess, onSettled: settled });
  };
  const texts = {
    legend: text('file'),
    choose: text('chooseFile'),
    change: text('changeFile'),
    remove: text('removeFile'),
    removeTitle: text('removeFileTitle'),
  };
  return (
    <FileChoice
      {...{ texts, chosen, onChoose }}
      hasStored={stored !== null}
      shown={<NamedFile name={chosen?.name ?? stored ?? ''} />}
      onRemove={remove}
      isRemoving={detach.isPending}
    />
  );
}
