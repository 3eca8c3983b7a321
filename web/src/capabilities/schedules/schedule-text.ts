const shownLetters = 25;

/** "Schedule body is shown truncated to 25 characters." */
export const cutBody = (body: string): string => (body.length > shownLetters ? `${body.slice(0, shownLetters)}…` : body);
