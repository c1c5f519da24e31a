import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';

interface ConfirmMutationProps {
  readonly title: string;
  readonly text: string;
  readonly more?: ReactNode;
  readonly action: string;
  /** From `useAccountMutation` or `useOperatorMutation`. */
  readonly mutation: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (input: undefined) => void;
  };
  readonly onClose: () => void;
}

/** A confirmation for a mutation without input. */
export function ConfirmMutation({ mutation, ...texts }: ConfirmMutationProps) {
  return (
    <ConfirmDialog
      {...texts}
      error={mutation.error}
      isBusy={mutation.isPending}
      onConfirm={() => mutation.mutate(undefined)}
    />
  );
}
