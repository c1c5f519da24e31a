import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { screenPath, useScope } from '../../api/scope.js';
import type { Level } from './use-overview.js';

interface LevelLinkProps {
  readonly screen: string;
  readonly level: Level;
  readonly children: ReactNode;
}

/** To a list of the same accounts. Lists have the account's own rows by default. */
export function LevelLink({ screen, level, children }: LevelLinkProps) {
  const { account } = useScope();
  return (
    <Anchor
      style={{ whiteSpace: 'nowrap' }}
      renderRoot={(props) => (
        <Link {...props} to={screenPath(account.id, screen)} search={level === 'own' ? {} : { level }} />
      )}
    >
      {children}
    </Anchor>
  );
}
