import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';

export { default as TransferIcon } from 'lucide-react/icons/arrow-right-left';
export { default as BlockedIcon } from 'lucide-react/icons/ban';
export { default as ChevronRightIcon } from 'lucide-react/icons/chevron-right';
export { default as ChevronUpIcon } from 'lucide-react/icons/chevron-up';
export { default as ClockIcon } from 'lucide-react/icons/clock';
export { default as DownloadIcon } from 'lucide-react/icons/download';
export { default as ForwardIcon } from 'lucide-react/icons/forward';
export { default as PinIcon } from 'lucide-react/icons/map-pin';
export { default as TemplateIcon } from 'lucide-react/icons/message-square-text';
export { default as MicIcon } from 'lucide-react/icons/mic';
export { default as PhoneIcon } from 'lucide-react/icons/phone';
export { default as PlusIcon } from 'lucide-react/icons/plus';
export { default as PrinterIcon } from 'lucide-react/icons/printer';
export { default as ReplyIcon } from 'lucide-react/icons/reply';
export { default as TranscriptIcon } from 'lucide-react/icons/scroll-text';
export { default as SignIcon } from 'lucide-react/icons/signature';
export { default as SmileIcon } from 'lucide-react/icons/smile';

/** Filled, as on every player. */
export const PlayIcon = (props: { size?: number }) => <Play fill="currentColor" {...props} />;
export const PauseIcon = (props: { size?: number }) => <Pause fill="currentColor" {...props} />;
