import pino, { type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard error, so that a command's standard output stays clean. Secrets are cut out wherever they stand. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          'cookie',
          'password',
          'key',
          '*.authorization',
          '*.cookie',
          '*.password',
          '*.key',
        ],
        censor: '[secret]',
      },
    },
    pino.destination(2),
  );
}
