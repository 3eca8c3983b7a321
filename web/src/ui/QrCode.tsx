import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Made here, from the text alone. Dark squares on white in both themes: cameras read nothing else as surely. */
export function QrCode({ text, label, side = 264 }: { text: string; label: string; side?: number }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className={styles.squares}
      role="img"
      aria-label={label}
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawing(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'L', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: squares.join('') };
}
