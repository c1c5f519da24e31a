import { spawnSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHome, type Home } from './support/agents.js';
import { startRegrovePeer, type RegrovePeer } from './support/regrove-peer.js';

const isRoot = process.getuid?.() === 0;
/** Any that is not root. */
const uid = 65_534;

let home: Home;
let peer: RegrovePeer;
beforeEach(async () => {
  home = await makeHome();
  peer = await startRegrovePeer();
  await writeFile(join(home.folder, 'ca.pem'), peer.ca);
});
afterEach(async () => {
  await peer.stop();
  await home.remove();
});

describe.skipIf(!isRoot)('Root in the directory of another user', () => {
  beforeEach(async () => {
    await chmod(home.folder, 0o755);
    spawnSync('chown', ['-R', `${uid}:${uid}`, home.directory.path]);
  });

  it('makes files that belong to that user', async () => {
    const ca = join(home.folder, 'ca.pem');
    expect(await home.run('enrol', peer.url, peer.token(), '--ca', ca)).toMatchObject({ code: 0 });
    expect(await home.run('add', '127.0.0.1:9')).toMatchObject({ code: 0 });
    expect(await home.run('read', '--now')).toMatchObject({ code: 0 });
    const entries = await readdir(home.directory.path, { recursive: true });
    expect(entries).toEqual(expect.arrayContaining(['agent.json', 'printers.json', 'state.json']));
    for (const entry of entries) expect((await lstat(join(home.directory.path, entry))).uid).toBe(uid);
  });

  it('follows no link that the user has put there', async () => {
    const target = join(home.folder, 'secret');
    await writeFile(target, '{"ranges":[],"leftOut":[],"printers":[]}', { mode: 0o600 });
    await symlink(target, home.directory.inventory);
    const { code, stderr } = await home.run('list');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('a link, which is not followed'),
    });
    expect(await readFile(target, 'utf8')).toContain('ranges');
  });

  it('is told by status what the user cannot read', async () => {
    const ca = join(home.folder, 'ca.pem');
    await home.run('enrol', peer.url, peer.token(), '--ca', ca);
    await chown(home.directory.settings, 0, 0);
    const { stdout } = await home.run('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'trouble',
      problems: [expect.stringContaining('EACCES')],
    });
  });
});

describe('A directory that the agent has not made', () => {
  it('keeps its mode, and is refused if others can write to it', async () => {
    const shared = join(home.folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    const { code, stderr } = await home.run('add', '10.1.0.5', '--dir', shared);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('others can write to') });
    expect((await stat(shared)).mode & 0o7777).toBe(0o1777);
    expect(await readdir(shared)).toEqual([]);
    await chmod(shared, 0o755);
    expect(await home.run('add', '10.1.0.5', '--dir', shared)).toMatchObject({ code: 0 });
    expect((await stat(shared)).mode & 0o7777).toBe(0o755);
  });
});
