/** What `test:stress --at` sets to shift the clock of a process. Programs that get a clean environment need it, too. */
export const shiftedClockEnv: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && /^(LD_PRELOAD|SHIFT_CLOCK_SECONDS)$/.test(name) ? [[name, value]] : [],
  ),
);
