import pino, { type Logger } from 'pino';
import { escapeForTerminal } from './text/control-characters.js';

export type Log = Logger;

export type LogStream = Pick<pino.DestinationStream, 'write'>;

/**
 * JSON lines on standard error, so that a command's standard output stays clean. Secrets are redacted.
 * JSON does not escape DEL, C1 and similar characters. Logs are read in terminals, so these are escaped as well.
 */
export function createLog(level: string, stream: LogStream = pino.destination(2)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: escapeForTerminal },
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
