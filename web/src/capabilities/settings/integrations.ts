import type { IntegrationKey } from '@prosa/contracts/settings';

/** The billing systems a company may be connected with, each with the keys it needs. */
export const integrations = [
  { name: 'ixc', keys: ['ipixc', 'tokenixc'] },
  { name: 'mkauth', keys: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] },
  { name: 'asaasCard', keys: ['asaas'] },
] as const satisfies readonly { name: string; keys: readonly IntegrationKey[] }[];

export type Integration = (typeof integrations)[number];
