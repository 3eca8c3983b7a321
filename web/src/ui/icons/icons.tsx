import type { ReactNode } from 'react';

export type IconProps = { size?: number };

/** One stroke, one weight. Always decorative: the text or label beside it carries the meaning. */
export function Icon({ size = 18, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const ChatIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5h16v11H9l-5 4z" />
  </Icon>
);
export const BoltIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13 3 5 14h6l-1 7 8-11h-6z" />
  </Icon>
);
export const BoardIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4h4v15H4zM10 4h4v9h-4zM16 4h4v12h-4z" />
  </Icon>
);
export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </Icon>
);
export const PeopleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 19.5c.8-3.5 3.2-5 6.5-5s5.7 1.5 6.5 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.8 3 2.3 3.5 4.6" />
  </Icon>
);
export const CalendarIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8" />
  </Icon>
);
export const TagIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5z" />
    <circle cx="8.5" cy="8.5" r="1" />
  </Icon>
);
export const ChatsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 4h12v8.5H7.5L3 16z" />
    <path d="M18 8.5h3V20l-4-3.5H9.5V15" />
  </Icon>
);
export const HelpIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.6v.1" />
  </Icon>
);
export const ChartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />
  </Icon>
);
export const MegaphoneIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10v4h3l8 4.5v-13L7 10zM18.5 9.5a4 4 0 0 1 0 5" />
  </Icon>
);
export const PlugIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 9h10v3.5a5 5 0 0 1-10 0zM9.5 9V4M14.5 9V4M12 17.5V21" />
  </Icon>
);
export const TreeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 3.5h6v5H9zM3.5 15.5h6v5h-6zM14.5 15.5h6v5h-6zM12 8.5V12M6.5 15.5V12h11v3.5" />
  </Icon>
);
export const CodeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5" />
  </Icon>
);
export const MoneyIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 6h18v12H3z" />
    <circle cx="12" cy="12" r="2.8" />
    <path d="M6 12h.1M18 12h.1" />
  </Icon>
);
export const GearIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2" />
  </Icon>
);
export const ExitIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 4H4.5v16H9M15 8l4.5 4-4.5 4M19 12H9.5" />
  </Icon>
);
export const MenuIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
export const PanelLeftIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5h16v14H4zM9.5 5v14" />
  </Icon>
);
export const MoonIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />
  </Icon>
);
export const SunIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </Icon>
);
export const RefreshIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5" />
  </Icon>
);
export const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6z" />
    <circle cx="12" cy="12" r="2.8" />
  </Icon>
);
export const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.5 6.3A10 10 0 0 1 12 6c4 0 7.5 2 9.5 6a12 12 0 0 1-2.5 3.4M6.3 7.7A12 12 0 0 0 2.5 12c2 4 5.5 6 9.5 6 1.7 0 3.3-.4 4.7-1.1M4 4l16 16" />
  </Icon>
);
export const ChevronDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 9.5 6 6 6-6" />
  </Icon>
);
export const ChevronLeftIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
);
export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);
export const MoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <path strokeWidth={2.5} d="M6 12h.01M12 12h.01M18 12h.01" />
  </Icon>
);
export const PencilIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5z" />
  </Icon>
);
export const TrashIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5" />
  </Icon>
);
export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </Icon>
);
export const SendIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20.5 3.5 3.5 10l7 3.5 3.5 7zM20.5 3.5l-10 10" />
  </Icon>
);
export const PaperclipIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m19.5 11-7.8 7.8a5 5 0 0 1-7-7L12.5 4a3.3 3.3 0 0 1 4.7 4.7l-7.8 7.8a1.7 1.7 0 0 1-2.4-2.4l7-7" />
  </Icon>
);
export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4" />
  </Icon>
);
export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1" />
  </Icon>
);
export const InfoIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5M12 7.8v.1" />
  </Icon>
);
export const DeviceIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 3h10v18H7zM11 18h2" />
  </Icon>
);
export const RobotIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 9h14v10H5zM12 9V5M12 4.5v.1M9 13.5v1M15 13.5v1" />
  </Icon>
);
export const HistoryIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 4v5h5M12 8v4.5l3 1.5" />
  </Icon>
);
