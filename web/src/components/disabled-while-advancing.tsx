import type { ReactNode } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import { useSandbox } from '../session/use-sandbox.js';
import classes from './disabled-while-advancing.module.css';

/** Disables what changes something while the clock of the sandbox moves: the server would refuse it. The band says why, too. */
export function DisabledWhileAdvancing({ children }: { readonly children: ReactNode }) {
  const { t } = useI18n();
  const sandbox = useSandbox();
  if (!sandbox) return children;
  const isMoving = sandbox.advancing_to !== null;
  return (
    <fieldset
      role="presentation"
      className={classes['all']}
      disabled={isMoving}
      title={isMoving ? t('refusal.sandbox-advancing') : undefined}
    >
      {children}
    </fieldset>
  );
}
