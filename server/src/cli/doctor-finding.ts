import type { Instance } from '../database/instance.js';
import type { Config } from '../platform/config/config.js';
import type { Advice } from './doctor-advice.js';

/** What a check has found. Whatever is wrong comes with what to do about it. */
export type Finding =
  | { readonly ok: true; readonly detail: string; readonly advice: string | null }
  | { readonly ok: false; readonly detail: string; readonly advice: string };

export interface Check {
  readonly name: string;
  readonly run: (instance: Instance, advice: Advice) => Promise<Finding | readonly Finding[]>;
  /** What to do if it cannot be run. */
  readonly adviceOnError: (advice: Advice, error: unknown, config: Config) => string;
}

export const success = (detail: string): Finding => ({ ok: true, detail, advice: null });

/** Nothing is broken, but something should be done. */
export const warning = (detail: string, advice: string): Finding => ({ ok: true, detail, advice });

export const failure = (detail: string, advice: string): Finding => ({ ok: false, detail, advice });
