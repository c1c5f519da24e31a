import type { ReactNode } from 'react';
import { useMayChange } from '../session/use-may-change.js';
import { UntilArrival } from './until-arrival.js';

/** Buttons and links that change something, or lead to it. Users who may only read do not see them. */
export const Changes = ({ children }: { readonly children: ReactNode }) =>
  useMayChange() ? <UntilArrival>{children}</UntilArrival> : null;
