import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSection } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { type Progress, useProgress } from './onboarding.data.ts';
import { onboardingMessages } from './onboarding.messages.ts';
import { useIsNewCompany } from './onboarding.ts';
import { steps } from './steps.ts';

const noticeMilliseconds = 12_000;

/** On the page of a first step: once the step is done, the next one is offered there. */
export function OnboardingWatch() {
  const section = useSection();
  const isNew = useIsNewCompany();
  return isNew && steps.some((step) => step.path === section) ? <Watch /> : null;
}

function Watch() {
  const text = useMessages(onboardingMessages);
  const navigate = useNavigate();
  const progress = useProgress({ isWatched: true });
  const before = useRef<Progress>(undefined);
  const compare = useEffectEvent((now: Progress) => {
    const was = before.current;
    before.current = now;
    const done = was && steps.find(({ key }) => !was[key] && now[key]);
    if (!done) return;
    const next = steps.find(({ key }) => !now[key]);
    const words = text('stepDone', { step: text(done.key) });
    if (!next) return void notify('success', text('allDone'));
    const action = { label: text(next.go), onAction: () => navigate(next.path) };
    notify('success', words, { action, milliseconds: noticeMilliseconds });
  });
  useEffect(() => {
    if (progress) compare(progress);
  }, [progress]);
  return null;
}
