import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { repository } from './regrove-process.js';

const run = promisify(execFile);
const programs = join(repository, 'server/test/generated-clients');

interface Generator {
  /** Generates the client of a document in the folder. */
  readonly generate: (document: object, folder: string) => Promise<void>;
  /** Compiler options in addition to the common ones. */
  readonly compilerOptions: Readonly<Record<string, boolean>>;
}

/** Public generators, each with a program per revision in test/generated-clients. */
const generators = {
  'hey-api': {
    generate: async (document, folder) => {
      const output = {
        path: join(folder, 'client'),
        module: { extension: '.js' },
        tsConfigPath: null,
      };
      // The generator modifies the document it is given.
      await createClient({
        input: structuredClone(document),
        output,
        logs: { level: 'silent', file: false },
      });
    },
    // The client that it generates besides the types does not compile with this option, whatever the document.
    compilerOptions: { exactOptionalPropertyTypes: false },
  },
  'openapi-fetch': {
    generate: async (document, folder) => {
      const types = astToString(await openapiTS(JSON.stringify(document)));
      await writeFile(join(folder, 'client.ts'), types);
    },
    compilerOptions: { exactOptionalPropertyTypes: true },
  },
} satisfies Record<string, Generator>;

export type GeneratorName = keyof typeof generators;
export const generatorNames = Object.keys(generators) as GeneratorName[];

const strictest = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
};

/** Clients of one generator in a separate folder, and the programs that use them. */
export class GeneratedClients {
  readonly #folder: string;
  /** The output of the compiler; empty if it succeeded. */
  readonly compilerErrors: string;

  private constructor(folder: string, compilerErrors: string) {
    this.#folder = folder;
    this.compilerErrors = compilerErrors;
  }

  /** `documents` are keyed by revision. */
  static async make(name: GeneratorName, documents: ReadonlyMap<string, object>): Promise<GeneratedClients> {
    const { generate, compilerOptions } = generators[name];
    const folder = await mkdtemp(join(tmpdir(), `regrove-${name}-`));
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    for (const [revision, document] of documents) {
      const place = join(folder, revision);
      await mkdir(place);
      await generate(document, place);
      await cp(join(programs, 'settings.mts'), join(place, 'settings.mts'));
      await cp(join(programs, `${name}-${revision}.mts`), join(place, 'program.mts'));
    }
    const config = {
      compilerOptions: { ...strictest, ...compilerOptions, outDir: 'dist', rootDir: '.' },
      include: [...documents.keys()].map((revision) => `${revision}/**/*`),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return new GeneratedClients(folder, compiled.stdout);
  }

  /** Runs the program of a revision against a server and returns its output. Throws if the program fails. */
  async run(revision: string, env: Readonly<Record<string, string>>): Promise<string> {
    const program = join(this.#folder, 'dist', revision, 'program.mjs');
    const { stdout } = await run(process.execPath, [program], { env: { ...process.env, ...env } });
    return stdout;
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true });
  }
}
