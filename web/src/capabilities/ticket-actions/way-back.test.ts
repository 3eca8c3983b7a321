import { describe, expect, test } from 'vitest';
import { mayTakeBack, undoSteps } from './undo-steps.ts';

describe('undoing', () => {
  const mine = { status: 'open', userId: 1, queueId: 10 } as const;
  const waiting = { status: 'pending', userId: null, queueId: 10 } as const;
  test.each([
    ['a resolved ticket is taken again', mine, { ...mine, status: 'closed' }, [{ status: 'open', userId: 1, queueId: 10 }]],
    ['a returned ticket is taken again', mine, waiting, [{ status: 'open', userId: 1, queueId: 10 }]],
    ['one passed to a person is passed back', mine, { ...mine, userId: 2, queueId: 20 }, [{ userId: 1, queueId: 10 }]],
    [
      'a waiting one that was resolved is taken and returned',
      waiting,
      { ...waiting, status: 'closed' },
      [
        { status: 'open', userId: 1, queueId: 10 },
        { status: 'pending', userId: null, queueId: 10 },
      ],
    ],
    ['a waiting one in another queue waits in its own again', waiting, { ...waiting, queueId: 20 }, [waiting]],
  ] as const)('%s', (_, before, now, way) => expect(undoSteps(before, now, 1)).toEqual(way));

  const agent = { id: 1, profile: 'user', queues: [{ id: 10 }] };
  test.each([
    ['an admin always may', { ...agent, profile: 'admin' }, { ...mine, userId: 2, queueId: 20 }, true],
    ['an agent may while it waits in a queue of theirs', agent, waiting, true],
    ['not once it waits elsewhere', agent, { ...waiting, queueId: 20 }, false],
    ['not once a colleague serves it', agent, { ...mine, userId: 2 }, false],
    ['a supervisor may in their own queues', { ...agent, profile: 'supervisor' }, { ...mine, userId: 2 }, true],
    ['what was resolved was theirs', agent, { ...mine, status: 'closed' }, true],
  ] as const)('%s', (_, who, now, may) => expect(mayTakeBack(who, now)).toBe(may));
});
