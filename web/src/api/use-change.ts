import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeOptions<Output> {
  /** What one is told then. */
  readonly said: (done: Output) => string;
  readonly onDone?: (done: Output) => void;
  /** What is no longer true, and asked for again. */
  readonly stale: (done: Output) => readonly (readonly unknown[])[];
}

/** Something that is done once, told, and seen in what is shown. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { said, onDone, stale }: ChangeOptions<Output>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (done) => {
      onDone?.(done);
      notifications.show({ message: said(done) });
      await Promise.all(stale(done).map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}
