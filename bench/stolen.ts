import { readFileSync } from 'node:fs';

/** Processor time of this machine since it started: all that was wanted, and what the host gave to other machines instead. */
function processorTime(): { wanted: number; stolen: number } | undefined {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)
      .flatMap((line) => line.split(/\s+/))
      .slice(1)
      .map(Number);
    return { wanted: user + nice + system + irq + softIrq + stolen, stolen };
  } catch {
    // Only Linux tells.
    return undefined;
  }
}

const atStart = processorTime();

/** Which share of the processor time that was wanted since this program began the host gave to others. */
export function stolenShare(): number | undefined {
  const now = processorTime();
  if (!now || !atStart || now.wanted === atStart.wanted) return undefined;
  return (now.stolen - atStart.stolen) / (now.wanted - atStart.wanted);
}
