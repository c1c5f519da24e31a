/** The same as in package.json: a single executable has no such file. */
export const version = '0.9.0';
