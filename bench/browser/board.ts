import type { Page } from 'playwright-core';
import { fillBoard } from '../../e2e/big-board.ts';
import { adminEmail } from '../generate.ts';
import { boardOpened, tasksDuring } from './in-page.ts';
import { type Scrolling, type Times, timesOf, turnWheel } from './measures.ts';

export const boardSize = { lanes: 20, cards: 5_000 };
export type BoardFigures = { down: Scrolling; sideways: Scrolling; dragging: Scrolling; opening: Times };

const card = '[data-card]';
const held = 30;

/** The board scrolled and a card dragged over it without rest, and how long it takes to be there again from what is still known of it. */
export async function measureBoard(page: Page, databaseUrl: string, counts: { turns: number; openings: number }, email = adminEmail) {
  await fillBoard(databaseUrl, email, boardSize);
  await page.goto('/kanban');
  await page.locator(card).nth(20).waitFor();
  await page.waitForTimeout(2000);
  const opening: number[] = [];
  for (let time = 0; time < counts.openings; time += 1) opening.push(await page.evaluate(boardOpened));
  await page.waitForTimeout(1500);
  const down = await turnWheel(page, card, { y: 300 }, counts.turns);
  const sideways = await turnWheel(page, card, { x: 300 }, counts.turns);
  const back = await turnWheel(page, card, { x: -600 }, counts.turns);
  const figures: BoardFigures = {
    down,
    sideways: worseOf(sideways, back),
    dragging: await dragAbout(page, counts.turns),
    opening: timesOf(opening),
  };
  return figures;
}

const worseOf = (one: Scrolling, other: Scrolling): Scrolling => ({
  turns: one.turns + other.turns,
  longTasks: one.longTasks + other.longTasks,
  longest: Math.max(one.longest, other.longest),
});

/** Taken, carried over the lanes to the right end and back again, and let go where it came from. */
async function dragAbout(page: Page, turns: number): Promise<Scrolling> {
  const box = await page.locator(card).nth(2).boundingBox();
  if (!box) throw new Error('no card is in view');
  await page.mouse.move(box.x + 30, box.y + 8);
  const observed = page.evaluate(tasksDuring, turns * (held + 10) + 1000);
  await page.mouse.down();
  for (let turn = 0; turn < turns; turn += 1) {
    const goesRight = turn < turns / 2;
    await page.mouse.move(goesRight ? 1400 - (turn % 10) * 30 : 90 + (turn % 10) * 30, 300 + (turn % 7) * 40);
    await page.waitForTimeout(held);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const tasks = await observed;
  return { turns, longTasks: tasks.length, longest: Math.max(0, ...tasks) };
}
