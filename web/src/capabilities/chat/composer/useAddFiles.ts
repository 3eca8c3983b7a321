import { notify } from '../../../platform/browser/notices.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { formatSize, limitOf } from '../media/media.ts';
import { composerMessages } from './composer.messages.ts';
import { maxFiles } from './tray.ts';

/** Puts files into the tray and says why one was left out; the others stay. */
export function useAddFiles(add: (files: readonly File[]) => Promise<File[]>): (files: readonly File[]) => void {
  const text = useMessages(composerMessages);
  const why = (file: File): string => {
    if (file.size === 0) return text('emptyFile', { name: file.name });
    const limit = limitOf(file.type);
    return file.size > limit ? text('tooLarge', { name: file.name, size: formatSize(limit) }) : text('tooMany', { n: maxFiles });
  };
  return (files) => {
    void add(files).then((refused) => {
      for (const reason of new Set(refused.map(why))) notify('danger', reason);
    });
  };
}
