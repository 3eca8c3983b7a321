import type { Dashboard } from '@prosa/contracts/dashboard';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { classes } from '../../ui/classes.ts';
import styles from './Dashboard.module.css';
import { dashboardMessages } from './dashboard.messages.ts';

type HoursChartProps = { today: Dashboard['today']; onOpen: (hour: string) => void };

/** In units of the drawing, which is as wide as its card. */
const size = { width: 720, height: 188, top: 24, foot: 24, left: 28, right: 8 };
const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.foot };
const step = plot.width / 24;
const bar = { width: step * 0.62, inset: step * 0.19 };

/** A bar for each hour. One stop for the Tab key; the arrows go from hour to hour, Enter opens its tickets. */
export function HoursChart({ today: { hours }, onOpen }: HoursChartProps) {
  const text = useMessages(dashboardMessages);
  const helpId = useId();
  const box = useRef<HTMLDivElement>(null);
  const bars = useRef<Array<SVGGElement | null>>([]);
  const [current, setCurrent] = useState(0);
  const [pointed, setPointed] = useState<number>();
  const top = topOf(Math.max(...hours.map(({ count }) => count)));
  useLatestInView(
    box,
    hours.findLastIndex(({ count }) => count > 0),
  );
  const go = (place: number) => {
    setCurrent(place);
    bars.current[place]?.focus();
  };
  return (
    <div ref={box} className={styles.chart}>
      <p id={helpId} hidden>
        {text('chartHelp')}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing can not be a fieldset */}
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="group" aria-label={text('todayTitle')} aria-describedby={helpId}>
        <Scale top={top} />
        {hours.map((hour, place) => (
          <HourBar
            key={hour.hour}
            {...{ ...hour, place, top, onOpen }}
            ref={(element) => {
              bars.current[place] = element;
            }}
            isCurrent={place === current}
            onGo={(key) => {
              const target = targetOf(key, place, hours.length);
              if (target !== undefined) go(target);
              return target !== undefined;
            }}
            onFocus={() => {
              setCurrent(place);
              setPointed(place);
            }}
            onPoint={(isPointed) => setPointed(isPointed ? place : undefined)}
          />
        ))}
        {pointed !== undefined && hours[pointed] && (
          <Tip
            place={pointed}
            share={hours[pointed].count / top}
            words={text('hourCount', { hour: hours[pointed].hour, n: hours[pointed].count })}
          />
        )}
      </svg>
    </div>
  );
}

type HourBarProps = {
  hour: string;
  count: number;
  place: number;
  top: number;
  isCurrent: boolean;
  ref: (element: SVGGElement | null) => void;
  onOpen: (hour: string) => void;
  /** Says whether the key leads to another hour. */
  onGo: (key: string) => boolean;
  onFocus: () => void;
  onPoint: (isPointed: boolean) => void;
};

function HourBar({ hour, count, place, top, isCurrent, ref, onOpen, onGo, onFocus, onPoint }: HourBarProps) {
  const text = useMessages(dashboardMessages);
  const open = () => count > 0 && onOpen(hour);
  const onKeyDown = (event: KeyboardEvent) => {
    const isWish = event.key === 'Enter' || event.key === ' ';
    if (!isWish && !onGo(event.key)) return;
    if (isWish) open();
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a bar of the drawing, which holds no buttons
    <g
      ref={ref}
      role="button"
      aria-disabled={count === 0 || undefined}
      aria-label={text(count === 1 ? 'hourLabelOne' : 'hourLabel', { hour, n: count })}
      tabIndex={isCurrent ? 0 : -1}
      className={classes(styles.hour, count === 0 && styles.idle)}
      onClick={open}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => onPoint(false)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
    >
      <Bar place={place} share={count / top} count={count} />
      {(place % 3 === 2 || place === 0) && (
        <text className={styles.axis} textAnchor="middle" x={centre(place)} y={size.height - 6}>
          {hour}
        </text>
      )}
    </g>
  );
}

/** On a phone the drawing is wider than the screen: it opens at the latest hour that has a bar, and stays where it is moved to. */
function useLatestInView(box: RefObject<HTMLDivElement | null>, latest: number): void {
  const first = useRef(latest);
  useEffect(() => {
    const element = box.current;
    if (element && first.current >= 0)
      element.scrollTo?.({ left: (centre(first.current) / size.width) * element.scrollWidth - element.clientWidth / 2 });
  }, [box]);
}

const centre = (place: number) => size.left + place * step + step / 2;

/** The least round number that holds them all. */
function topOf(most: number): number {
  if (most <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((times) => times * unit).find((round) => round >= most && round % 2 === 0) ?? 10 * unit;
}

function targetOf(key: string, place: number, many: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(place + 1, many - 1);
  if (key === 'ArrowLeft') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? many - 1 : undefined;
}

function Scale({ top }: { top: number }) {
  return [0, top / 2, top].map((value) => {
    const y = size.top + plot.height * (1 - value / top);
    return (
      <g key={value}>
        <line className={styles.gridLine} x1={size.left} x2={size.width - size.right} y1={y} y2={y} />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a text of a drawing takes no focus */}
        <text aria-hidden="true" className={styles.axis} textAnchor="end" x={size.left - 6} y={y + 4}>
          {value}
        </text>
      </g>
    );
  });
}

/** The whole column can be pointed at, also where its bar is low. */
function Bar({ place, share, count }: { place: number; share: number; count: number }) {
  const height = share === 0 ? 0 : Math.max(2, plot.height * share);
  const x = size.left + place * step;
  const y = size.top + plot.height - height;
  return (
    <>
      <rect className={styles.column} x={x} y={size.top} width={step} height={plot.height} />
      <rect className={styles.bar} x={x + bar.inset} y={y} width={bar.width} height={height} rx={2} />
      {count > 0 && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a text of a drawing takes no focus
        <text aria-hidden="true" className={styles.barCount} textAnchor="middle" x={centre(place)} y={y - 4}>
          {count}
        </text>
      )}
    </>
  );
}

function Tip({ place, share, words }: { place: number; share: number; words: string }) {
  const x = Math.min(Math.max(centre(place), 40), size.width - 40);
  const y = Math.max(14, size.top + plot.height * (1 - share) - 8);
  return (
    <g className={styles.tip}>
      <rect x={x - 36} y={y - 13} width={72} height={18} rx={4} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a text of a drawing takes no focus */}
      <text aria-hidden="true" textAnchor="middle" x={x} y={y}>
        {words}
      </text>
    </g>
  );
}
