import { invalid } from '../../platform/errors.js';

/** Refuses changes while the clock of the sandbox moves. */
export function requireStill(advancingTo: Date | null): void {
  if (advancingTo)
    throw invalid(
      `The sandbox is advancing to ${advancingTo.toISOString()}: nothing can be changed until it has arrived`,
      { code: 'sandbox-advancing' },
    );
}
