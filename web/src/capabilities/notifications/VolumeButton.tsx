import { useStore } from '../../platform/browser/store.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import { SpeakerIcon, SpeakerOffIcon } from './icons.tsx';
import { notificationsMessages } from './notifications.messages.ts';
import { volume } from './sounds.ts';
import { VolumePanel } from './VolumePanel.tsx';

export function VolumeButton() {
  const text = useMessages(notificationsMessages);
  const isSilent = useStore(volume) === 0;
  return (
    <Popover
      align="end"
      label={text('volume')}
      trigger={(props) => (
        <IconButton {...props} label={text('volume')}>
          {isSilent ? <SpeakerOffIcon /> : <SpeakerIcon />}
        </IconButton>
      )}
    >
      <VolumePanel />
    </Popover>
  );
}
