/** More devices than this in one feed are a mistake or an attack. */
export const maxDevices = 100_000;
