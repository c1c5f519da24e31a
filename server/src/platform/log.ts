import pino, { type Logger } from 'pino';

export type Log = Logger;

export type LogStream = Pick<pino.DestinationStream, 'write'>;

/** JSON lines on standard error, so that a command's standard output stays clean. Secrets are cut out wherever they stand. */
export function createLog(level: string, stream: LogStream = pino.destination(2)): Log {
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
    stream,
  );
}
