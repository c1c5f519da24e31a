import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withHeldClock } from '../../features/sandboxes/hold-clock.js';
import { wakeSandbox } from '../../database/job-store.js';
import { contextOf } from './request-state.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route moves the clock of a sandbox. */
    movesClock?: boolean;
  }
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The clock of a sandbox stands still for as long as a change takes. */
export function holdClockForChange(request: FastifyRequest): void {
  const context = contextOf(request);
  if (!context.sandbox || readingMethods.has(request.method)) return;
  if (request.routeOptions.config.movesClock !== true) request.requestContext = withHeldClock(context);
}

/** What periodic tasks do with live changes within seconds, such as adding up totals, a job does with those in a sandbox. */
export const wakeSandboxAfterChanges = (app: FastifyInstance): void =>
  void app.addHook('onResponse', wakeAfterChange);

async function wakeAfterChange(
  { method, requestContext }: FastifyRequest,
  { statusCode }: FastifyReply,
): Promise<void> {
  if (!requestContext?.sandbox || readingMethods.has(method) || statusCode >= 400) return;
  const { sandbox, sandboxes, log } = requestContext;
  await sandboxes
    .open(sandbox.id)
    .transaction((tx) => wakeSandbox(tx, sandbox.id))
    .catch((error: unknown) => log.warn({ err: error }, 'could not wake a sandbox after a change'));
}
