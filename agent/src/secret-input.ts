import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';

/** The first line of the input. At a terminal it is asked for, and not shown while it is typed. */
export async function readSecret(
  input: Readable & Partial<Pick<ReadStream, 'isTTY'>>,
  prompt: string,
  show: (text: string) => void,
): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) show(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    input.destroy();
    if (isTerminal) show('\n');
  }
}
