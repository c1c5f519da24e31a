/** Per feed. A source that lists more is misconfigured or hostile. */
export const maxDevices = 100_000;

/** No device is stored with a longer name. Sources keep none, or the names of a hostile list would fill the memory. */
export const maxNameLength = 255;
