import { browserPart } from './part-browser.ts';
import { channelsPart } from './part-channels.ts';
import { fuzzPart } from './part-fuzz.ts';
import { manyPart } from './part-many.ts';
import { pointsPart } from './part-points.ts';
import { punctualPart } from './part-punctual.ts';
import { stanzasPart } from './part-stanzas.ts';
import { stopsPart } from './part-stops.ts';
import { stormPart } from './part-storm.ts';
import { restorePart } from './restore-drill.ts';
import type { Supervisor } from './supervisor.ts';

/** What a part of the long run is given; its own settings it asks for by name (`kills=100`, or FAULTS_KILLS). */
export type PartContext = {
  supervisor: Supervisor;
  /** The same seed makes the same choices. */
  seed: string;
  given(name: string): string | undefined;
  /** A setting that is a whole number. */
  count(name: string, fallback: number): number;
};

/** One part of the long run: prints its figures and answers whether all was well. */
export type Part = (context: PartContext) => Promise<boolean>;

/** In this order; `only=storm,points` chooses some of them. */
export const parts: Record<string, Part> = {
  storm: stormPart,
  stops: stopsPart,
  points: pointsPart,
  restore: restorePart,
  fuzz: fuzzPart,
  browser: browserPart,
  channels: channelsPart,
  stanzas: stanzasPart,
  many: manyPart,
  punctual: punctualPart,
};
