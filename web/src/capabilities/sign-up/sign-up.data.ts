import { companiesApi, SignUpInput } from '@prosa/contracts/companies';
import { passwordField } from '@prosa/contracts/fields';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';

const trialDays = 3;

/** The form is stricter than the API: the specification's 5 to 50. */
export const SignUpForm = SignUpInput.extend({ password: passwordField.max(50, 'tooLong') });

export function usePlans() {
  return useQuery({ queryKey: ['plans', 'public'], queryFn: () => call(companiesApi.plans, {}) });
}

export function useSignUp() {
  return useMutation({
    mutationFn: (input: z.output<typeof SignUpForm>) => {
      // The last four are the specification's; the server sets its own.
      const body = { ...input, recurrence: 'MENSAL', dueDate: trialEnd(new Date()), status: 't', campaignsEnabled: true };
      return call(companiesApi.signUp, { body });
    },
    meta: { quiet: true },
  });
}

function trialEnd(now: Date): string {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + trialDays)).toISOString().slice(0, 10);
}
