/** Somebody who wrote, as the channel names them. */
export type Person = { number: string; name: string; isGroup: boolean };
