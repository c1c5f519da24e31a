import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../icons/icons.js';
import { FullPermissionOnly } from './full-permission-only.js';

interface RowMenuProps {
  /** Names the row, for screen readers. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What can be changed about a row. */
export const RowMenu = ({ label, className, children }: RowMenuProps) => (
  <FullPermissionOnly>
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon className={className} variant="subtle" size="lg" radius="xl" aria-label={label}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  </FullPermissionOnly>
);
