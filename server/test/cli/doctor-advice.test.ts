import { describe, expect, it } from 'vitest';
import { adviceFor, type Advice } from '../../src/cli/doctor-advice.js';
import { readConfig } from '../../src/platform/config/config.js';
import { id } from '../support/every-command.js';
import { expectRightAdvice } from '../support/right-advice.js';

const advice: Advice = adviceFor(readConfig({}));

/** With an example of what was found. */
const texts: Readonly<Record<keyof Advice, string>> = {
  ...advice,
  noLogin: advice.noLogin(['regrove_app', 'regrove']),
  changeableTrail: advice.changeableTrail('regrove'),
  openDirectory: advice.openDirectory("/srv/it's regrove"),
  unfinishedMonth: advice.unfinishedMonth('2026-10'),
  setAside: advice.setAside('2026-10'),
  brokenSandbox: advice.brokenSandbox(id),
};

describe('The advice of doctor', () => {
  it.each(Object.entries(texts))('names only what exists: %s', async (_, text) => {
    await expectRightAdvice(text);
  });

  it('names a command, a page or a setting, unless a word is enough', () => {
    const others = Object.entries(texts).filter(
      ([, text]) => !/npx regrove [a-z]|docs\/[a-z]+\.md|REGROVE_/.test(text),
    );
    expect(Object.fromEntries(others)).toEqual({
      openDirectory: `run \`chmod 700 '/srv/it'\\''s regrove'\``,
      restartServer: 'restart the server, which creates a new one',
      ledgerLater: 'fix `database` and `schema` first',
    });
  });

  it('has the settings that commands need to find this installation', () => {
    const elsewhere = adviceFor(readConfig({ REGROVE_DATA_DIR: '/srv/regrove' }));
    expect(elsewhere.oldKey).toBe('run `REGROVE_DATA_DIR=/srv/regrove npx regrove secrets rotate`');
    const service = adviceFor(readConfig({ REGROVE_COMMAND: 'sudo regrove' }));
    expect(service.oldKey).toBe('run `sudo regrove secrets rotate`');
  });
});
