/** What a connection is, and what happened to it. */
export { default as OfficialIcon } from 'lucide-react/icons/badge-check';
export { default as TrialIcon } from 'lucide-react/icons/flask-conical';
export { default as QrIcon } from 'lucide-react/icons/qr-code';
