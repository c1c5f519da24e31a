/** The same as in package.json: a single executable has no such file. */
export const version = '1.0.0';
