import { join } from 'node:path';
import ts from 'typescript';
import { repository } from './regrove-process.js';

const common: ts.CompilerOptions = {
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  types: ['node'],
  typeRoots: [join(repository, 'node_modules/@types')],
};

/** Programs with the same options take over the files that one of them has parsed. */
const earlier = new Map<string, ts.Program>();

/**
 * The errors of the type checker in these files and in what they import from below `folder`, declarations included. The
 * declarations of TypeScript and Node are not checked: that takes most of the time of the command-line compiler.
 */
export function typeErrors(files: readonly string[], folder: string, more: ts.CompilerOptions): string[] {
  const options = { ...common, ...more };
  const name = JSON.stringify(options);
  const program = ts.createProgram(files, options, undefined, earlier.get(name));
  earlier.set(name, program);
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
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
