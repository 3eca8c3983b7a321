import { randomToken } from '../../platform/crypto-tokens.ts';

const generatedPattern = /^wa_([1-9]\d{0,9})_./;
const maxId = 2_147_483_647;

/** A token that says which connection it belongs to, so that it is looked up by id and compared in constant time. */
export const generateToken = (connectionId: number) => `wa_${connectionId}_${randomToken()}`;

export const isGeneratedToken = (token: string) => generatedPattern.test(token);

/** Returns the id that a generated token carries, undefined for a token chosen by a person. */
export function connectionIdOf(token: string): number | undefined {
  const id = Number(generatedPattern.exec(token)?.[1]);
  return id <= maxId ? id : undefined;
}
