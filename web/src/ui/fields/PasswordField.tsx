import { type KeyboardEvent, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../IconButton.tsx';
import { EyeIcon, EyeOffIcon } from '../icons/icons.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A password that can be looked at, and says when Caps Lock is on. */
export function PasswordField({ hint, onBlur, ...rest }: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const text = useMessages(commonMessages);
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...rest}
      type={visible ? 'text' : 'password'}
      hint={capsLock ? text('capsLock') : hint}
      onKeyDown={notice}
      onKeyUp={notice}
      onBlur={(event) => {
        setCapsLock(false);
        onBlur?.(event);
      }}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton label={text(visible ? 'hidePassword' : 'showPassword')} onClick={() => setVisible(!visible)}>
          {visible ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
