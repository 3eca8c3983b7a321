import { connectionsApi } from '@prosa/contracts/connections';
import { simulatorApi } from '@prosa/contracts/simulator';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';

export const PairingNumber = connectionsApi.pairingCode.body;

/** Asks for a code to be typed on the phone with this number. */
export function usePairingCode(connectionId: number) {
  return useMutation({
    mutationFn: (number: string) => call(connectionsApi.pairingCode, { params: { id: connectionId }, body: { number } }),
    meta: { quiet: true },
  });
}

/** The simulated phone reads the code of its connection. */
export function useSimulatedScan() {
  return useMutation({ mutationFn: (whatsappId: number) => call(simulatorApi.scan, { params: { whatsappId } }) });
}
