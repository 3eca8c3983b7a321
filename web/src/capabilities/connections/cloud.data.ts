import { connectionsApi } from '@prosa/contracts/connections';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';

/** Asks Meta who the number is, with the stored credentials. What it answers is shown beside the button. */
export function useConnectionTest() {
  return useMutation({ mutationFn: (id: number) => call(connectionsApi.test, { params: { id } }), meta: { quiet: true } });
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 32;

/** A verify token nobody has to invent. */
export function newVerifyToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('');
}
