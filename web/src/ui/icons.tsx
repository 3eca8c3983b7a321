import type { ReactNode } from 'react';

type IconProps = { size?: number };

/** One stroke, one weight. Always decorative: the text or label beside it carries the meaning. */
function icon(shape: ReactNode) {
  return function Icon({ size = 18 }: IconProps) {
    return (
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.75} strokeLinecap="round" strokeLinejoin="round">
        {shape}
      </svg>
    );
  };
}

export const ChatIcon = icon(<path d="M4 5h16v11H9l-5 4z"/>);
export const BoltIcon = icon(<path d="M13 3 5 14h6l-1 7 8-11h-6z"/>);
export const BoardIcon = icon(<path d="M4 4h4v15H4zM10 4h4v9h-4zM16 4h4v12h-4z"/>);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5"/>);
export const ChecksDoubleIcon = icon(<path d="m2.5 12.5 4.5 4.5 8-9M11.5 16l1 1 9-10"/>);
export const PersonIcon = icon(<><circle cx="12" cy="8" r="4"/><path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5"/></>);
export const PeopleIcon = icon(<><circle cx="9" cy="8" r="3.5"/><path d="M2.5 19.5c.8-3.5 3.2-5 6.5-5s5.7 1.5 6.5 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.8 3 2.3 3.5 4.6"/></>);
export const CalendarIcon = icon(<path d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8"/>);
export const TagIcon = icon(<><path d="M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5z"/><circle cx="8.5" cy="8.5" r="1"/></>);
export const ChatsIcon = icon(<><path d="M3 4h12v8.5H7.5L3 16z"/><path d="M18 8.5h3V20l-4-3.5H9.5V15"/></>);
export const HelpIcon = icon(<><circle cx="12" cy="12" r="8.5"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.6v.1"/></>);
export const ChartIcon = icon(<path d="M4 20h16M7 20v-7M12 20V5M17 20v-10"/>);
export const MegaphoneIcon = icon(<path d="M4 10v4h3l8 4.5v-13L7 10zM18.5 9.5a4 4 0 0 1 0 5"/>);
export const PlugIcon = icon(<path d="M7 9h10v3.5a5 5 0 0 1-10 0zM9.5 9V4M14.5 9V4M12 17.5V21"/>);
export const TreeIcon = icon(<path d="M9 3.5h6v5H9zM3.5 15.5h6v5h-6zM14.5 15.5h6v5h-6zM12 8.5V12M6.5 15.5V12h11v3.5"/>);
export const CodeIcon = icon(<path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5"/>);
export const MoneyIcon = icon(<><path d="M3 6h18v12H3z"/><circle cx="12" cy="12" r="2.8"/><path d="M6 12h.1M18 12h.1"/></>);
export const GearIcon = icon(<><circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2"/></>);
export const ExitIcon = icon(<path d="M9 4H4.5v16H9M15 8l4.5 4-4.5 4M19 12H9.5"/>);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16"/>);
export const PanelLeftIcon = icon(<path d="M4 5h16v14H4zM9.5 5v14"/>);
export const MoonIcon = icon(<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>);
export const SunIcon = icon(<><circle cx="12" cy="12" r="4"/><path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/></>);
export const RefreshIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5"/>);
export const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4"/>);
export const GlobeIcon = icon(<><circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17"/></>);
export const EyeIcon = icon(<><path d="M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6z"/><circle cx="12" cy="12" r="2.8"/></>);
export const EyeOffIcon = icon(<path d="M9.5 6.3A10 10 0 0 1 12 6c4 0 7.5 2 9.5 6a12 12 0 0 1-2.5 3.4M6.3 7.7A12 12 0 0 0 2.5 12c2 4 5.5 6 9.5 6 1.7 0 3.3-.4 4.7-1.1M4 4l16 16"/>);
export const ChevronDownIcon = icon(<path d="m6 9.5 6 6 6-6"/>);
export const ChevronUpIcon = icon(<path d="m6 14.5 6-6 6 6"/>);
export const ChevronLeftIcon = icon(<path d="m14.5 6-6 6 6 6"/>);
export const ChevronRightIcon = icon(<path d="m9.5 6 6 6-6 6"/>);
export const ArrowLeftIcon = icon(<path d="M20 12H4.5M11 5.5 4.5 12l6.5 6.5"/>);
export const ArrowDownIcon = icon(<path d="M12 4v15.5M5.5 13l6.5 6.5 6.5-6.5"/>);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18"/>);
export const MoreIcon = icon(<path d="M6 12h.01M12 12h.01M18 12h.01"/>);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14"/>);
export const PencilIcon = icon(<path d="M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5z"/>);
export const TrashIcon = icon(<path d="M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5"/>);
export const SearchIcon = icon(<><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></>);
export const SendIcon = icon(<path d="M20.5 3.5 3.5 10l7 3.5 3.5 7zM20.5 3.5l-10 10"/>);
export const PaperclipIcon = icon(<path d="m19.5 11-7.8 7.8a5 5 0 0 1-7-7L12.5 4a3.3 3.3 0 0 1 4.7 4.7l-7.8 7.8a1.7 1.7 0 0 1-2.4-2.4l7-7"/>);
export const SmileIcon = icon(<><circle cx="12" cy="12" r="8.5"/><path d="M8.5 14.5c1.8 2 5.2 2 7 0M9 9.5v.1M15 9.5v.1"/></>);
export const MicIcon = icon(<path d="M9 11V6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"/>);
export const TransferIcon = icon(<path d="M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4"/>);
export const UndoIcon = icon(<path d="M4.5 9.5h10a5 5 0 0 1 0 10H9M8.5 5.5l-4 4 4 4"/>);
export const ReplyIcon = icon(<path d="M9.5 6 4 11.5 9.5 17M4 11.5h9c4 0 6.5 2 7 7"/>);
export const CopyIcon = icon(<path d="M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4"/>);
export const ClockIcon = icon(<><circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/></>);
export const AlertIcon = icon(<path d="M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1"/>);
export const InfoIcon = icon(<><circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 7.8v.1"/></>);
export const PhoneIcon = icon(<path d="M6 3.5h3l1.5 5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 5 1.5v3c0 1-1 2-2 2C10.5 20 4 13.5 4 5.5c0-1 1-2 2-2z"/>);
export const DeviceIcon = icon(<path d="M7 3h10v18H7zM11 18h2"/>);
export const QrCodeIcon = icon(<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM17.5 17.5H20V20h-2.5zM20 14v.1M14 20v-.1"/>);
export const PowerIcon = icon(<path d="M12 3.5V11M6.5 7a8 8 0 1 0 11 0"/>);
export const PlayIcon = icon(<path d="M7 4.5v15l12-7.5z"/>);
export const PauseIcon = icon(<path d="M8 5v14M16 5v14"/>);
export const ImageIcon = icon(<><path d="M4 5h16v14H4zM4 16l5-5 5 5 2.5-2.5L20 17"/><circle cx="15.5" cy="9" r="1.2"/></>);
export const FileIcon = icon(<path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5"/>);
export const PinIcon = icon(<><path d="M12 21c4.5-5 6.5-8 6.5-11a6.5 6.5 0 0 0-13 0c0 3 2 6 6.5 11z"/><circle cx="12" cy="10" r="2.3"/></>);
export const VideoIcon = icon(<path d="M3.5 6.5h11v11h-11zM14.5 10.5l6-3v9l-6-3"/>);
export const RobotIcon = icon(<path d="M5 9h14v10H5zM12 9V5M12 4.5v.1M9 13.5v1M15 13.5v1"/>);
export const HistoryIcon = icon(<path d="M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 4v5h5M12 8v4.5l3 1.5"/>);
export const FilterIcon = icon(<path d="M4 6h16l-6 7v6l-4-2v-4z"/>);
export const ExternalIcon = icon(<path d="M10 5H5v14h14v-5M14 5h5v5M19 5l-8 8"/>);
export const DownloadIcon = icon(<path d="M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15"/>);
export const StarIcon = icon(<path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z"/>);
