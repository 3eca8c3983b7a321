const bars = 40;
const height = 24;
const least = 2;
const step = 3;

/** As many bars as fit, each the loudest of its stretch. A sound whose loudness nobody measured is a quiet even line. */
export function waveBars(waveform: readonly number[] | null | undefined): number[] {
  if (!waveform || waveform.length === 0) return Array.from({ length: bars }, () => least * 2);
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * waveform.length) / bars);
    const to = Math.max(from + 1, Math.floor(((index + 1) * waveform.length) / bars));
    return Math.max(least, Math.round((Math.max(...waveform.slice(from, to)) / 100) * height));
  });
}

/** The bars as one drawing. */
export function wavePath(heights: readonly number[]): string {
  return heights.map((high, index) => `M${index * step + 1} ${(height - high) / 2}v${high}`).join('');
}

export const waveSize = { width: bars * step, height, bars };

/** m:ss */
export function formatLength(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
