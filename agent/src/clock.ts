export type Clock = () => Date;

/** The only place that asks the system for the time, so that tests can pass days in a moment. */
export const systemClock: Clock = () => new Date();
