import { useEffect } from 'react';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CheckIcon, CloseIcon } from '../../ui/icons/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Onboarding.module.css';
import { useProgress } from './onboarding.data.ts';
import { onboardingMessages } from './onboarding.messages.ts';
import { endOnboarding } from './onboarding.ts';
import { steps } from './steps.ts';

/** First steps of a new company, shown until done or dismissed. */
export function OnboardingCard() {
  const text = useMessages(onboardingMessages);
  const navigate = useNavigate();
  const progress = useProgress();
  const { companyId } = useSession().user;
  const isDone = progress !== undefined && steps.every(({ key }) => progress[key]);
  useEffect(() => {
    if (isDone) endOnboarding(companyId);
  }, [isDone, companyId]);
  if (!progress || isDone) return null;
  const next = steps.find(({ key }) => !progress[key]);
  return (
    <section className={styles.card} aria-labelledby="onboarding">
      <header className={styles.head}>
        <h3 id="onboarding">{text('title')}</h3>
        <IconButton label={text('dismiss')} onClick={() => endOnboarding(companyId)}>
          <CloseIcon />
        </IconButton>
      </header>
      <ol className={styles.steps}>
        {steps.map(({ key, go, path }, place) => (
          <li key={key} data-done={progress[key] || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {progress[key] ? <CheckIcon size={14} /> : place + 1}
            </span>
            <span className={styles.words}>
              {text(key)}
              {progress[key] && <VisuallyHidden> ({text('done')})</VisuallyHidden>}
            </span>
            {!progress[key] && (
              <Button kind={key === next?.key ? 'primary' : 'secondary'} onClick={() => navigate(path)}>
                {text(go)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
