import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { appRequest } from '../../api/app-request.js';

export const operatorKey = (...more: readonly unknown[]): readonly unknown[] => ['operator', ...more];

export const operatorRequest = <T>(method: string, path: string, body?: object): Promise<T> =>
  appRequest<T>(method, `operator/${path}`, body && { body });

/** `everyMs` is the interval of polling. The previous data stays visible while another path loads. */
export const useOperatorQuery = <T>(
  path: string,
  everyMs: number | false | ((data: T | undefined) => number | false) = false,
) =>
  useQuery({
    queryKey: operatorKey(path),
    queryFn: ({ signal }) => appRequest<T>('GET', `operator/${path}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs),
  });

interface OperatorMutationOptions<Output> {
  /** Shown as a notification. */
  readonly successMessage?: (output: Output) => string;
  readonly onSuccess?: (output: Output) => void;
}

/** Invalidates all data of operators and accounts. */
export function useOperatorMutation<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { successMessage, onSuccess }: OperatorMutationOptions<Output>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      onSuccess?.(output);
      if (successMessage) notifications.show({ message: successMessage(output) });
      await Promise.all(
        [operatorKey(), ['account']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
