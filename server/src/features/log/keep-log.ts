import type { Context } from '../../database/context.js';
import { enterPending } from './enter-pending.js';
import { signCheckpoint } from './sign-checkpoint.js';

/** Enters what is not in the transparency log yet, and signs it. */
export async function keepLog(context: Context): Promise<void> {
  await enterPending(context);
  await signCheckpoint(context);
}
