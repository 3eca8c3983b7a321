/*
 * What is looked for in the page itself. Each function runs there on its own, so it takes what it needs along.
 */

/** Texts that are cut, spill out of their button or cell, or are broken into shreds, unless their whole is in a title. */
export function cutTexts(): string[] {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const shortOf = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const isForReadersOnly = (element: Element) => {
    for (let at: Element | null = element; at && at !== top; at = at.parentElement) {
      const { clipPath, width, textIndent } = getComputedStyle(at);
      if (clipPath.startsWith('inset(') || width === '1px' || Number.parseFloat(textIndent) < -50) return true;
    }
    return false;
  };
  const cutBy = (element: Element, text: DOMRect): Element | undefined => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const isBeside = text.right > box.right + 1 || text.left < box.left - 1;
      if (overflowX === 'hidden' || overflowX === 'clip') {
        if (isBeside || (at === element && textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth + 1)) return at;
        if (overflowY === 'hidden' && text.bottom > box.bottom + 3 && text.top < box.bottom) return at;
      }
      if (isBeside && at.matches('button, td, th, [role=tab]') && position !== 'absolute') return at;
      if (/auto|scroll/.test(overflowX) || /auto|scroll/.test(overflowY)) return undefined;
    }
    return undefined;
  };
  const findings = new Set<string>();
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (!element || text.trim() === '' || element.matches('script, style, option')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('[inert]')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || isForReadersOnly(element)) continue;
    const lines = new Set([...range.getClientRects()].map(({ top: y }) => Math.round(y))).size;
    if (lines >= 4 && text.trim().length / lines < 6) findings.add(`in shreds: «${shortOf(text)}»`);
    const by = cutBy(element, box);
    if (by && !element.closest('[title]') && !by.querySelector('[title]'))
      findings.add(`cut: «${shortOf(text)}» in <${by.className || by.tagName}>`);
  }
  return [...findings];
}

/** Placeholders that do not fit into their field. */
export function cutPlaceholders(): string[] {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const pen = document.createElement('canvas').getContext('2d');
  return [...top.querySelectorAll<HTMLInputElement>('input[placeholder]')].flatMap((field) => {
    if (!pen || field.value !== '' || !field.checkVisibility() || field.title) return [];
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return room > 1 && pen.measureText(field.placeholder).width > room + 1 ? [`cut placeholder: «${field.placeholder}»`] : [];
  });
}

/** What can be pressed and is smaller than this, as a finger meets it: the label of a field counts, and so does room around a button. */
export function smallTargets(least: number): string[] {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const roles = ['button', 'tab', 'menuitem', 'menuitemradio', 'option', 'switch', 'checkbox', 'link'];
  const pressed = [
    'a[href]',
    'button',
    'input:not([type=hidden])',
    'select',
    'textarea',
    'summary',
    ...roles.map((role) => `[role=${role}]`),
  ];
  const ownersOf = (element: Element) => [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])];
  const isOwn = (owners: Element[], x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && owners.some((owner) => owner.contains(hit));
  };
  return [...top.querySelectorAll<HTMLElement>(pressed.join(','))].flatMap((element) => {
    const style = getComputedStyle(element);
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || element.closest('[inert], [aria-hidden=true]')) return [];
    // The bars of a chart are as wide as the hours they stand for; the table beside it tells the same.
    if (element.closest('svg')) return [];
    // A link within a sentence is as high as its line.
    if (element.matches('a[href], button') && style.display === 'inline') return [];
    const owners = ownersOf(element);
    const boxes = owners.map((owner) => owner.getBoundingClientRect()).filter(({ width }) => width > 1);
    if (boxes.length === 0 || style.pointerEvents === 'none') return [];
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    if (width >= least - 0.5 && height >= least - 0.5) return [];
    const [box] = boxes;
    if (!box || box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) return [];
    const [x, y, half] = [box.left + box.width / 2, box.top + box.height / 2, least / 2 - 1];
    const points = [
      [x - half, y],
      [x + half, y],
      [x, y - half],
      [x, y + half],
    ] as const;
    // Scrolled under something that lies above it, it is pressed elsewhere.
    if (!isOwn(owners, x, y)) return [];
    if (points.every(([atX, atY]) => isOwn(owners, atX, atY))) return [];
    const name = element.ariaLabel ?? element.title ?? element.textContent ?? '';
    const words = (name || element.textContent || element.id).trim().replace(/\s+/g, ' ').slice(0, 40);
    return [`small: «${words}» <${element.tagName.toLowerCase()}> ${Math.round(width)} × ${Math.round(height)}`];
  });
}

/** By how many pixels the whole page could be pushed sideways. */
export const sidewaysPixels = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Whether everything has come: nothing grey stands for what is on its way, no picture is half there. */
export function isSettled(): boolean {
  const waiting = [...document.querySelectorAll('[class*="_skeleton_"], [aria-busy=true]')].some((element) => element.checkVisibility());
  return (
    !waiting && document.fonts.status === 'loaded' && [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
  );
}
