/** More devices than this in one feed are a mistake or an attack. */
export const mostDevices = 100_000;
