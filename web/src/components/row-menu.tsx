import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../icons/icons.js';

/** What can be done with one of a list; the label says with which. */
export const RowMenu = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={label}>
        <IconDots size={18} aria-hidden="true" />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
