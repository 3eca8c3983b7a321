import type { ReactNode } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CopyIcon } from '../../ui/icons/icons.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { cloudMessages } from './cloud.messages.ts';

/** Something to be pasted elsewhere. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: ReactNode }) {
  const text = useMessages(cloudMessages);
  return (
    <TextField
      label={label}
      value={value}
      readOnly
      hint={hint}
      onChange={() => undefined}
      onFocus={(event) => event.target.select()}
      trailing={<CopyButton label={text('copyNamed', { name: label })} value={value} />}
    />
  );
}

export function CopyButton({ label, value }: { label: string; value: string }) {
  const text = useMessages(cloudMessages);
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast.success(text('copied'));
  };
  return (
    <IconButton label={label} disabled={value === ''} onClick={() => void copy()}>
      <CopyIcon size={16} />
    </IconButton>
  );
}
