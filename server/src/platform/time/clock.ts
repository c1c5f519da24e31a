/** The current time. Tests set it; nothing else reads the system clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
