import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { appRequest } from '../../api/app-request.js';

/** What only operators are told is kept under this. */
export const operatorKey = (...more: readonly unknown[]): readonly unknown[] => ['operator', ...more];

export const askOperator = <T>(method: string, path: string, body?: object): Promise<T> =>
  appRequest<T>(method, `operator/${path}`, body && { body });

/**
 * What is read whole; `everyMs` says how often it is asked for again, if it is. Where more of the same is asked for, what was
 * there before stays until then.
 */
export const useOperatorData = <T>(
  path: string,
  everyMs: number | false | ((data: T | undefined) => number | false) = false,
) =>
  useQuery({
    queryKey: operatorKey(path),
    queryFn: ({ signal }) => appRequest<T>('GET', `operator/${path}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs),
  });

interface OperatorChange<Output> {
  /** What the reader is told once it is done. */
  readonly said?: (output: Output) => string;
  readonly onDone?: (output: Output) => void;
}

/** Something that is done once; whatever may look different by it is asked for again. */
export function useOperatorChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { said, onDone }: OperatorChange<Output>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output) => {
      onDone?.(output);
      if (said) notifications.show({ message: said(output) });
      await Promise.all(
        [operatorKey(), ['account']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
