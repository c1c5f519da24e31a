let timeOfSandbox: Date | undefined;

/** Called with every answer that says what time it is in the sandbox. */
export function setSandboxTime(now: string): void {
  timeOfSandbox = new Date(now);
}

/** The only place that reads the clock: in a sandbox, its own. */
export const now = (): Date => timeOfSandbox ?? new Date();

/** `2026-11-20`, in UTC like the API's days. */
export const today = (): string => now().toISOString().slice(0, 10);

/** Noon UTC falls on the same day in nearly every time zone. Null stands for now. */
export const timestampOn = (day: string): string | null => (day === today() ? null : `${day}T12:00:00Z`);
