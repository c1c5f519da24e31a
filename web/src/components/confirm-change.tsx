import type { ReactNode } from 'react';
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
  return (
    <Confirm
      {...words}
      error={change.error}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(undefined)}
    />
  );
}
