import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { BrokenContract, outgoing } from '../outgoing.ts';

/**
 * A reply that is JSON already, as the database put it together: it goes out as it is. Its fields are those that its statement names,
 * and nothing else can be in it.
 */
export class JsonText {
  constructor(readonly text: string) {}
}

/** The first ones of each endpoint, then one of so many. */
const firstChecked = 20;
const checkedOf = 100;
let checksAll = false;

/** From now on every such reply is held against its contract. For tests: it takes longer than all the rest of a reply. */
export function checkEveryReply(): void {
  checksAll = true;
}

/** Holds replies of one endpoint against its contract: that it parses, and that nothing is in it that the contract does not name. */
export function openCheck(schema: z.ZodType, what: string, isEvery = () => checksAll): (reply: JsonText) => void {
  let sent = 0;
  return ({ text }) => {
    sent += 1;
    if (!isEvery() && sent > firstChecked && sent % checkedOf !== 0) return;
    const said: unknown = JSON.parse(text);
    if (!isDeepStrictEqual(outgoing(schema, said, what), said)) throw new BrokenContract(what, []);
  };
}
