/**
 * The icons of the product, by what they mean here, drawn by Lucide. Size and stroke come from the provider around the app.
 * Always decorative: the text or label beside an icon carries the meaning.
 */

export { default as MoneyIcon } from 'lucide-react/icons/banknote';
export { default as RobotIcon } from 'lucide-react/icons/bot';
export { default as CalendarIcon } from 'lucide-react/icons/calendar';
export { default as ChartIcon } from 'lucide-react/icons/chart-column';
export { default as CheckIcon } from 'lucide-react/icons/check';
export { default as ChevronDownIcon } from 'lucide-react/icons/chevron-down';
export { default as ChevronLeftIcon } from 'lucide-react/icons/chevron-left';
export { default as HelpIcon } from 'lucide-react/icons/circle-question-mark';
export { default as CodeIcon } from 'lucide-react/icons/code';
export { default as CopyIcon } from 'lucide-react/icons/copy';
export { default as MoreIcon } from 'lucide-react/icons/ellipsis';
export { default as EyeIcon } from 'lucide-react/icons/eye';
export { default as EyeOffIcon } from 'lucide-react/icons/eye-off';
export { default as HistoryIcon } from 'lucide-react/icons/history';
export { default as InfoIcon } from 'lucide-react/icons/info';
export { default as BoardIcon } from 'lucide-react/icons/kanban';
export { default as ExitIcon } from 'lucide-react/icons/log-out';
export { default as MegaphoneIcon } from 'lucide-react/icons/megaphone';
export { default as MenuIcon } from 'lucide-react/icons/menu';
export { default as ChatIcon } from 'lucide-react/icons/message-square';
export { default as ChatsIcon } from 'lucide-react/icons/messages-square';
export { default as MoonIcon } from 'lucide-react/icons/moon';
export { default as TreeIcon } from 'lucide-react/icons/network';
export { default as PanelLeftIcon } from 'lucide-react/icons/panel-left';
export { default as PaperclipIcon } from 'lucide-react/icons/paperclip';
export { default as PencilIcon } from 'lucide-react/icons/pencil';
export { default as PlugIcon } from 'lucide-react/icons/plug';
export { default as RefreshIcon } from 'lucide-react/icons/rotate-cw';
export { default as SearchIcon } from 'lucide-react/icons/search';
export { default as SendIcon } from 'lucide-react/icons/send';
export { default as GearIcon } from 'lucide-react/icons/settings';
export { default as DeviceIcon } from 'lucide-react/icons/smartphone';
export { default as SunIcon } from 'lucide-react/icons/sun';
export { default as TagIcon } from 'lucide-react/icons/tag';
export { default as TrashIcon } from 'lucide-react/icons/trash-2';
export { default as AlertIcon } from 'lucide-react/icons/triangle-alert';
export { default as PersonIcon } from 'lucide-react/icons/user-round';
export { default as PeopleIcon } from 'lucide-react/icons/users-round';
export { default as WebhookIcon } from 'lucide-react/icons/webhook';
export { default as CloseIcon } from 'lucide-react/icons/x';
export { default as BoltIcon } from 'lucide-react/icons/zap';
