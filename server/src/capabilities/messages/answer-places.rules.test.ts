import { expect, test } from 'vitest';
import { inOrder } from './answer-places.rules.ts';

const row = (said: string) => ({ ticketId: Number(said[1]), said });
const placed = (cameIn: string[], answers: string[]) => inOrder(cameIn.map(row), answers.map(row)).map(({ said }) => said);

test('what came keeps its order, and the answers of a ticket stand behind the last of it', () => {
  expect(placed(['a1', 'b2', 'c1', 'd3'], ['A2', 'B1', 'C1', 'D3'])).toEqual(['a1', 'b2', 'A2', 'c1', 'B1', 'C1', 'd3', 'D3']);
});

test('answers to nothing that has just come stand at the end, in their order', () => {
  expect(placed(['a1'], ['A4', 'B5', 'C1'])).toEqual(['a1', 'C1', 'A4', 'B5']);
  expect(placed([], ['A1', 'B1'])).toEqual(['A1', 'B1']);
});
