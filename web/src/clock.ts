/** The one place that asks what time it is. */
export const now = (): Date => new Date();

/** `2026-11-20`, in UTC as the API counts. */
export const today = (): string => now().toISOString().slice(0, 10);

/** Noon is within the day that was meant, wherever one reads it; today it is now, which null stands for. */
export const timestampOn = (day: string): string | null => (day === today() ? null : `${day}T12:00:00Z`);
