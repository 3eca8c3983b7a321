import { Icon, type IconProps } from '../../ui/icons/icons.tsx';

export const BellIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4" />
  </Icon>
);
export const SpeakerIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15.5 9.5a3.5 3.5 0 0 1 0 5M18 7a7 7 0 0 1 0 10" />
  </Icon>
);
export const SpeakerOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 9.5h3.5L12 6v12l-4.5-3.5H4zM16 9.5l5 5M21 9.5l-5 5" />
  </Icon>
);
