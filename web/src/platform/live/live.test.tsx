import { liveChannel } from '@prosa/contracts/kit';
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { show } from '../../../test/screen.tsx';
import { useLive } from './live.ts';

afterEach(cleanup);

const parses: unknown[] = [];
const weather = liveChannel(
  'weather',
  z.object({ sky: z.string() }).transform((message) => {
    parses.push(message);
    return message;
  }),
);

function Sky() {
  const [sky, setSky] = useState('unknown');
  useLive(weather, (message) => setSky(message.sky));
  return <p>{sky}</p>;
}

test('a live event is parsed once for a whole screen, however many of its parts hear it', () => {
  const { hear } = show(
    <div>
      {Array.from({ length: 40 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Sky key={row} />
      ))}
    </div>,
  );
  hear(weather, { sky: 'blue' });
  expect(screen.getAllByText('blue')).toHaveLength(40);
  expect(parses).toHaveLength(1);
});
