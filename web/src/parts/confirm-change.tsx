import type { ReactNode } from 'react';
import { useExplain } from '../api/explain.js';
import { Confirm } from './confirm.js';

interface ConfirmChangeProps {
  readonly title: string;
  readonly text: string;
  readonly more?: ReactNode;
  readonly action: string;
  /** From `useChange`. */
  readonly change: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (input: undefined) => void;
  };
  readonly onClose: () => void;
}

/** Asks before a change that takes nothing but a yes. */
export function ConfirmChange({ change, ...words }: ConfirmChangeProps) {
  const explain = useExplain();
  return (
    <Confirm
      {...words}
      error={change.error ? explain(change.error) : undefined}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(undefined)}
    />
  );
}
