/** The glyphs of campaigns. */
export { default as StopIcon } from 'lucide-react/icons/circle-stop';
export { default as PlayIcon } from 'lucide-react/icons/play';
