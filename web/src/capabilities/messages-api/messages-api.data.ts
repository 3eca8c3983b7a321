import { connectionsApi } from '@prosa/contracts/connections';
import { externalApi, ProgramMessage } from '@prosa/contracts/external-api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callMultipart } from '../../platform/api/api.ts';

const required = z.string().trim().min(1, 'required');

/** Token and number, and a text or a file. */
export const testForm = (kind: 'text' | 'media') =>
  z.object({
    token: required,
    number: ProgramMessage.shape.number,
    body: kind === 'text' ? required : z.string().trim(),
    file: z.custom<File | null>().refine((file) => kind === 'text' || file instanceof File, 'required'),
  });
type TestMessage = z.output<ReturnType<typeof testForm>>;

/** Sent as a program would: with the token, and not in anybody's name. */
export const useSendTest = () =>
  useMutation({
    mutationFn: ({ token, number: to, body, file }: TestMessage) => {
      const request = { body: { number: to, body } };
      return file
        ? callMultipart(externalApi.send, request, [file], { bearer: token })
        : call(externalApi.send, request, { bearer: token });
    },
  });

/** The connections whose token may be taken. */
export const useLines = () => useQuery({ queryKey: ['connections', 'list'], queryFn: () => call(connectionsApi.list, { query: {} }) });

export const useFetchToken = () =>
  useMutation({ mutationFn: async (id: number) => (await call(connectionsApi.show, { params: { id }, query: {} })).token });
