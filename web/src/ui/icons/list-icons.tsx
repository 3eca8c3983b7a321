export { default as NewTabIcon } from 'lucide-react/icons/external-link';
export { default as FileIcon } from 'lucide-react/icons/file';
export { default as GripIcon } from 'lucide-react/icons/grip-vertical';
export { default as PhotoIcon } from 'lucide-react/icons/image';
export { default as KeyboardIcon } from 'lucide-react/icons/keyboard';
export { default as SelectIcon } from 'lucide-react/icons/square-check';
export { default as ReturnIcon } from 'lucide-react/icons/undo-2';
export { default as VideoIcon } from 'lucide-react/icons/video';
