import type { Progress } from './onboarding.data.ts';

/** The first steps of a company, in their order. */
export const steps = [
  { key: 'connect', go: 'connectGo', path: '/connections' },
  { key: 'queue', go: 'queueGo', path: '/queues' },
  { key: 'invite', go: 'inviteGo', path: '/users' },
  { key: 'answer', go: 'answerGo', path: '/simulator' },
] as const satisfies readonly { key: keyof Progress; go: string; path: string }[];
