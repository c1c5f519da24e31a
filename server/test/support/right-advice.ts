import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { parseCommand, wholeProgram } from './every-command.js';
import { repository } from './regrove-process.js';

const readDocs = (page: string): Promise<string> => readFile(`${repository}/docs/${page}`, 'utf8');

/** What an advice of `doctor` refers to exists: commands as they are given, pages with their headings, and settings. */
export async function expectRightAdvice(advice: string): Promise<void> {
  expect(advice).toMatch(/^[^\n]{10,400}$/);
  const program = await wholeProgram();
  for (const [, command = ''] of advice.matchAll(/`(?:REGROVE_\w+=\S+ )*npx regrove ([^`]+)`/g))
    expect({ command, ...(await parseCommand(program, command)) }).toEqual({
      command,
      error: undefined,
      started: [expect.any(String)],
    });
  for (const [, page = '', heading = ''] of advice.matchAll(/docs\/([a-z-]+\.md), "([^"]+)"/g))
    expect((await readDocs(page)).split('\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^#+ ${heading.replaceAll('.', '\\.')}$`)),
    );
  const settings = await readDocs('operations.md');
  for (const [setting] of advice.matchAll(/\bREGROVE_[A-Z_]+\b(?!=)/g))
    expect(settings).toContain(`\`${setting}\``);
}
