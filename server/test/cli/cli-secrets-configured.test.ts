import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../src/platform/secrets/secret-box.js';
import { runInProcess } from '../support/command-line.js';
import { SecretsInstallation } from '../support/secrets-installation.js';

let installation: SecretsInstallation;
beforeEach(async () => {
  installation = await SecretsInstallation.open();
});
afterEach(() => installation.close());

describe('secrets rotate with configured keys', () => {
  const [older, newer] = ['the key of last year', 'the key of this year'];
  const configured = { REGROVE_SECRET_KEY: newer, REGROVE_SECRET_KEY_PREVIOUS: `"${older}"` };
  const opened = async (key: string): Promise<string[]> =>
    (await installation.sealedRows()).map(({ id, sealed }) => createSecretBox(() => [key]).open(sealed, id));

  it('re-encrypts with the first key, once, and changes no file', async () => {
    const id = await installation.newServer('password');
    await installation.setSealed(id, createSecretBox(() => [older]).seal('password', id));
    const file = await readFile(installation.keyFile, 'utf8');
    expect(await installation.doctor(configured)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('1 should be re-encrypted'),
    });
    expect(await installation.rotate(configured)).toEqual({
      code: 0,
      value: { key: 'configured', resealed: 1, unopenable: 0 },
    });
    expect(await opened(newer)).toEqual(['password']);
    expect((await installation.rotate(configured)).value).toMatchObject({ resealed: 0 });
    expect(await readFile(installation.keyFile, 'utf8')).toBe(file);
    expect(await installation.doctor({ REGROVE_SECRET_KEY: newer })).toMatchObject({
      ok: true,
      detail: 'all secrets can be decrypted',
    });
  });

  it('replaces generated keys that are configured as previous ones', async () => {
    await installation.newServer('password');
    const generated = await readFile(installation.keyFile, 'utf8');
    const taking = { REGROVE_SECRET_KEY: newer, REGROVE_SECRET_KEY_PREVIOUS: generated };
    expect((await installation.rotate(taking)).value).toEqual({
      key: 'configured',
      resealed: 1,
      unopenable: 0,
    });
    expect(await opened(newer)).toEqual(['password']);
  });

  it('fails when no key decrypts some secrets, reports how many, and leaves those unchanged', async () => {
    const lost = [await installation.newServer('lost'), await installation.newServer('lost, too')];
    const id = await installation.newServer('password');
    await installation.setSealed(id, createSecretBox(() => [older]).seal('password', id));
    const before = (await installation.sealedRows()).filter((row) => lost.includes(row.id));
    const { code, stdout } = await runInProcess(['secrets', 'rotate'], {
      ...installation.env,
      ...configured,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Re-encrypted 1 secret. 2 secrets cannot be decrypted with any key/);
    expect((await installation.sealedRows()).filter((row) => lost.includes(row.id))).toEqual(before);
    expect(await installation.doctor(configured)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('2 of 3 stored secrets cannot be decrypted'),
    });
  });
});

describe('doctor', () => {
  it('finds secrets that name no key and cannot be decrypted, among others that can', async () => {
    await installation.newServer('password');
    const id = await installation.newServer('broken');
    await installation.setSealed(id, Buffer.concat([Buffer.of(1), Buffer.alloc(40)]));
    expect(await installation.doctor()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('1 of 2'),
    });
  });

  it('fails when the file with the keys is empty', async () => {
    await writeFile(installation.keyFile, '\n');
    const { code, stderr } = await runInProcess(['doctor'], installation.env);
    expect(code).toBe(1);
    expect(stderr).toContain('contains no key');
  });
});
