import type { ReactNode } from 'react';
import { useHasFullPermission } from '../session/use-has-full-permission.js';
import { DisabledWhileAdvancing } from './disabled-while-advancing.js';

/** Buttons and links that change something, or lead to it. Users who may only read do not see them. */
export const FullPermissionOnly = ({ children }: { readonly children: ReactNode }) =>
  useHasFullPermission() ? <DisabledWhileAdvancing>{children}</DisabledWhileAdvancing> : null;
