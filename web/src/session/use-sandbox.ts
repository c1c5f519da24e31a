import { createContext, use } from 'react';
import type { SandboxState } from '../api/wire.js';

export interface CurrentSandbox extends SandboxState {
  /** What time it was when its clock began to move, as far as this page has seen it. */
  readonly from: string;
  readonly advance: (to: string) => Promise<unknown>;
}

export const SandboxContext = createContext<CurrentSandbox | undefined>(undefined);

/** Undefined if the app is live. */
export const useSandbox = (): CurrentSandbox | undefined => use(SandboxContext);
