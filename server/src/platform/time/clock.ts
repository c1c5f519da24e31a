/** Where "now" comes from; tests set it, nothing else asks the system. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
