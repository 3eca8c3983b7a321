import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import { commandKey } from '../../platform/browser/shortcuts.ts';
import { useStore } from '../../platform/browser/store.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { RichText } from '../../ui/RichText.tsx';
import styles from './Tour.module.css';
import { tourMessages } from './tour.messages.ts';
import { goToStep, leaveTour, startTour, type TourPlace, tourAsked, tourSteps } from './tour.ts';

type Step = (typeof tourSteps)[number];

/** What a step speaks of, where it is on the screen. */
const targets: Record<Step, string> = {
  list: '#tickets-panes [role=tabpanel]',
  accept: '#tickets-panes [role=tablist] ~ [role=tablist] [role=tab]:last-child',
  answer: '#tickets-panes textarea',
  finish: '#tickets-panes [data-region] ~ [data-region] header',
  palette: '[data-palette-hint]',
};

/** Five steps through the page of tickets. Nothing is trapped or covered: one may work on beside it, and leave it at any time. */
export function TourCard({ place }: { place: TourPlace }) {
  const text = useMessages(tourMessages);
  const toast = useToast();
  const { id } = useSession().user;
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isOffered = place === 'offered';
  const step = isOffered ? undefined : tourSteps[place];
  useFocusWhenAsked(title, step !== undefined);
  useMark(step && targets[step]);
  const leave = () => {
    const held = card.current?.contains(document.activeElement);
    leaveTour(id);
    toast.info(text('again'));
    // The focus must not fall out of the page together with the button that had it.
    if (held) document.getElementById('content')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <section ref={card} className={styles.card} aria-labelledby="tour" onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h3 id="tour" ref={title} tabIndex={-1}>
          {step === undefined ? text('invitation') : text(step)}
        </h3>
        <IconButton label={text('skip')} onClick={leave}>
          <CloseIcon size={16} />
        </IconButton>
      </header>
      {step === undefined || isOffered ? (
        <Button kind="tonal" onClick={() => startTour(id)}>
          {text('begin')}
        </Button>
      ) : (
        <StepBody step={step} place={place} onGo={(next) => goToStep(id, next)} onLeave={leave} />
      )}
    </section>
  );
}

type StepBodyProps = { step: Step; place: number; onGo: (place: number) => void; onLeave: () => void };

function StepBody({ step, place, onGo, onLeave }: StepBodyProps) {
  const text = useMessages(tourMessages);
  const touch = useMedia(narrowScreen);
  const onward = useRef<HTMLButtonElement>(null);
  const isLast = place === tourSteps.length - 1;
  return (
    <>
      <p className={styles.words} aria-live="polite">
        <RichText text={text(touch ? `${step}Touch` : `${step}Keys`)} values={keys} />
      </p>
      <footer className={styles.foot}>
        <span className={styles.count}>{text('count', { n: place + 1, all: tourSteps.length })}</span>
        {place > 0 && (
          <Button
            kind="ghost"
            onClick={() => {
              // On the first step this button is gone.
              if (place === 1) onward.current?.focus();
              onGo(place - 1);
            }}
          >
            {text('before')}
          </Button>
        )}
        <Button ref={onward} kind="primary" onClick={() => (isLast ? onLeave() : onGo(place + 1))}>
          {text(isLast ? 'end' : 'onward')}
        </Button>
      </footer>
    </>
  );
}

const keys: Record<string, ReactNode> = {
  j: <Keys keys={['J']} />,
  k: <Keys keys={['K']} />,
  a: <Keys keys={['A']} />,
  e: <Keys keys={['E']} />,
  t: <Keys keys={['T']} />,
  enter: <Keys keys={['Enter']} />,
  slash: <Keys keys={['/']} />,
  colon: <Keys keys={[':']} />,
  palette: <Keys keys={[commandKey, 'K']} together />,
  sheet: <Keys keys={['?']} />,
};

/** Only for who asked: a page that has just opened keeps its focus. After the menu that was asked has given its own back. */
function useFocusWhenAsked(title: { current: HTMLElement | null }, isBegun: boolean): void {
  const isAsked = useStore(tourAsked);
  useEffect(() => {
    if (!isBegun || !isAsked) return undefined;
    const timer = setTimeout(() => {
      tourAsked.set(false);
      title.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [title, isBegun, isAsked]);
}

const markName = 'data-toured';
const markAfter = 300;

/** A frame around what the step speaks of, as soon as that is there: a conversation may be opened meanwhile. */
function useMark(selector: string | undefined): void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address may show what this one does not
  useEffect(() => {
    if (selector === undefined) return undefined;
    let marked: Element | undefined;
    const look = setTimeout(() => {
      // The next conversation may be there as well, out of sight.
      marked = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
      marked?.setAttribute(markName, '');
    }, markAfter);
    return () => {
      clearTimeout(look);
      marked?.removeAttribute(markName);
    };
  }, [selector, path]);
}
