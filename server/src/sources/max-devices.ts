/** Per feed. A source that lists more is misconfigured or hostile. */
export const maxDevices = 100_000;
