import { join } from 'node:path';
import ts from 'typescript';
import { repository } from './regrove-process.js';

const common: ts.CompilerOptions = {
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  types: ['node'],
  typeRoots: [join(repository, 'node_modules/@types')],
};

/**
 * The errors of the type checker in these files and in what they import from below `folder`, declarations included. The
 * declarations of TypeScript and Node are not checked: that takes most of the time of the command-line compiler.
 */
export function typeErrors(files: readonly string[], folder: string, more: ts.CompilerOptions): string[] {
  const program = ts.createProgram(files, { ...common, ...more });
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  const checked = new Set(ours.map(({ fileName }) => fileName));
  const missed = files.filter((file) => !checked.has(file));
  if (missed.length > 0) throw new Error(`${missed.join(', ')} is not below ${folder}`);
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return found.map(({ file, messageText }) =>
    [file?.fileName, ts.flattenDiagnosticMessageText(messageText, '\n')].join(': '),
  );
}
