import { Icon, type IconProps } from './icons.tsx';

export const PhotoIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4" />
    <circle cx="15.5" cy="9" r="1.5" />
  </Icon>
);
export const VideoIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3" />
  </Icon>
);
export const FileIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 3h8l4.5 4.5V21H6zM14 3v5h4.5" />
  </Icon>
);
export const ReturnIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 6 4.5 10l4 4M4.5 10H14a5 5 0 0 1 0 10h-3" />
  </Icon>
);
export const NewTabIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M14 4.5h5.5V10M19.5 4.5l-9 9M10 5H4.5v14.5H19V14" />
  </Icon>
);
export const KeyboardIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 6.5h18v11H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M8 14h8" />
  </Icon>
);
export const SelectIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 4.5h15v15h-15zM8 12.5l3 3 5-6" />
  </Icon>
);
