import type { ReactNode } from 'react';
import { useMayChange } from '../session/use-may-change.js';

/** Buttons and links that change something, or lead to it. Users who may only read do not see them. */
export const Changes = ({ children }: { readonly children: ReactNode }) => (useMayChange() ? children : null);
