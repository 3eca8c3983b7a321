export { default as BellIcon } from 'lucide-react/icons/bell';
export { default as SpeakerIcon } from 'lucide-react/icons/volume-2';
export { default as SpeakerOffIcon } from 'lucide-react/icons/volume-x';
