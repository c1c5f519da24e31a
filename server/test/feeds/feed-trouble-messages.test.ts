import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { renderMail } from '../../src/features/mail/render-mail.js';
import { catalogues } from '../../src/messages/catalogues.js';
import type { Locale } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { reasonOf, withHost } from '../../../printers/src/source-error.js';
import { troubleReasons } from '../../../printers/src/trouble-reasons.js';
import type { Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { startHttpPeer, type HttpPeer } from '../support/http-peer.js';
import { collectingEnv } from '../support/print-server.js';
import { createAcceptedUser, signInVisitor, type Visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let operator: Operator;
let page: HttpPeer;
let visitor: Visitor;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  operator = await createOperator({ database: world.server.database, env: collectingEnv });
  page = await startHttpPeer((_, response) => response.end('<html>a page</html>'));
  visitor = await signInVisitor(
    world.server,
    await createAcceptedUser(world.server, world.channel.account, {
      email: 'who-looks-after-it@example.com',
    }),
  );
});
afterAll(async () => {
  await page.close();
  await operator.close();
  await world.stop();
});

const password = 'pa55word-of-a-server';

/** A feed that has been healthy so far and reads from this URL. */
async function feedAt(type: string, url: string): Promise<Json> {
  const { api } = world.channel;
  const server = await api.post('/servers', { type, url, username: 'u', password });
  const external_id = type === 'print_tracker' ? 'organisation' : undefined;
  const { body } = await api.post('/feeds', { type, server_id: server.body.id, external_id });
  await world.server.sql(
    `update feeds set health_check = 'healthy', health_check_reason = null, health_check_host = null where id = $1`,
    [body.id],
  );
  return body;
}

describe('The problem of a feed is explained in the API, in mails and on the command line', () => {
  it.each<[reason: string, host: string, words: RegExp, make: () => Promise<Json>]>([
    [
      'privateAddress',
      '10.0.0.20',
      /^10\.0\.0\.20 is a private address. The operator .* REGROVE_ALLOW_PRIVATE_FEEDS/,
      () => feedAt('ipp', 'ipp://10.0.0.20'),
    ],
    [
      'badAnswer',
      '127.0.0.1',
      /^127\.0\.0\.1 responded, but not as expected/,
      () => feedAt('print_tracker', page.url),
    ],
    ['settings', '127.0.0.1', /contain an invalid value/, () => feedAt('snmp', 'snmp://127.0.0.1?version=9')],
    [
      'password',
      '127.0.0.1',
      /Enter the server’s password again/,
      async () => {
        const feed = await feedAt('ipp', 'ipp://127.0.0.1');
        await world.server.sql(`update servers set password_sealed = '\\x00' where id = $1`, [
          feed.server_id,
        ]);
        return feed;
      },
    ],
  ])('%s', async (reason, host, words, make) => {
    const { id } = await make();
    const path = `/app/accounts/${world.channel.id}/feeds/${String(id)}`;

    const collected = await operator.run('feeds', 'collect', '--feed', id, '--json');
    const [row] = JSON.parse(collected.stdout) as Json[];
    expect(row).toMatchObject({ outcome: 'failed', reason, message: expect.stringMatching(words) });
    const checked = await operator.run('feeds', 'check', '--feed', id, '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject([{ reason, message: expect.stringMatching(words) }]);
    expect((await operator.run('feeds', 'check', '--feed', id)).stdout).toContain(row.message);

    const watched = await visitor.app('GET', path);
    expect(watched.body).toMatchObject({ health_check_reason: reason, health_check_host: host });
    const now = await visitor.app('POST', `${path}/collect`, {});
    expect(now.body).toMatchObject({ trouble: reason, trouble_host: host });

    const [mail] = await world.server.sql<{ facts: Json }>(
      `select facts from mails where facts->>'feedId' = $1 and kind = 'feed-trouble'`,
      [id],
    );
    expect(mail?.facts).toMatchObject({ reason, host });
    const [entry] = await world.server.sql<{ text: string }>(
      `select to_jsonb(audit_entries)::text as text from audit_entries where subject_id = $1 and action = 'feed.health'`,
      [id],
    );
    expect(entry?.text).toContain(reason);
    const all = [collected.stdout, checked.stdout, JSON.stringify([watched.body, now.body, mail, entry])];
    expect(all.join()).not.toContain(password);
  });

  it('but not the host of a server of an account above', async () => {
    const { distributor, channel } = world;
    const url = 'ipp://10.0.0.21';
    const server = await distributor.api.post('/servers', { type: 'ipp', url, username: 'u' });
    const fields = { type: 'ipp', server_id: server.body.id };
    const { body } = await distributor.api.post(`/accounts/${channel.id}/feeds`, fields);
    await world.server.sql(
      `update feeds set health_check = 'healthy', health_check_reason = null where id = $1`,
      [body.id],
    );
    await checkFeeds(world.server.running.instance.context, { id: body.id });
    const watched = await visitor.app('GET', `/app/accounts/${channel.id}/feeds/${String(body.id)}`);
    expect(watched.body).toMatchObject({ health_check_reason: 'privateAddress', health_check_host: null });
    const [mail] = await world.server.sql<{ facts: Json }>(
      `select facts from mails where facts->>'feedId' = $1`,
      [body.id],
    );
    expect(mail?.facts).toMatchObject({ reason: 'privateAddress', host: null });
  });
});

describe('Every reason', () => {
  const keys = troubleReasons.map((reason) => `mail.reason.${reason}` as const);
  const locales = Object.keys(catalogues) as Locale[];

  it.each(locales)('has a message in %s, with the host where it matters', (locale) => {
    const { t } = i18nFor(locale);
    for (const key of keys) {
      const said = t(key, { host: 'printer.example' });
      const isAboutHost = /\.(badAnswer|certificate|privateAddress|unknownHost)$/.test(key);
      expect([key, said.includes('printer.example')]).toEqual([key, isAboutHost]);
    }
    expect(t('mail.reason.privateAddress', { host: t('mail.feedServer') })).toContain(
      'REGROVE_ALLOW_PRIVATE_FEEDS',
    );
  });

  it('has one message, and no message is left over', () => {
    const inCatalogue = Object.keys(catalogues.en).filter((key) => key.startsWith('mail.reason.'));
    expect(inCatalogue.sort()).toEqual([...keys].sort());
  });

  it('is a value that the database allows, and the only one', async () => {
    const [constraint] = await world.server.sql<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'feeds'::regclass and conname = 'feeds_health_check_reason_check'`,
    );
    const allowed = [...(constraint?.definition ?? '').matchAll(/'(\w+)'::text/g)].map(([, value]) => value);
    expect(allowed.sort()).toEqual([...troubleReasons].sort());
  });

  it('is explained in the mail', () => {
    const facts = { feedId: '1', feed: 'ipp', reason: 'privateAddress', host: '10.0.0.20' } as const;
    const letter = (given: object) =>
      JSON.stringify(
        renderMail(
          {
            kind: 'feed-trouble',
            facts: given,
            accountName: 'A',
            address: 'who@example.com',
            locale: 'en',
          } as Parameters<typeof renderMail>[0],
          { baseUrl: 'https://regrove.example', secret: '' },
        ),
      );
    expect(letter(facts)).toMatch(/10\.0\.0\.20\S* is a private address/);
    expect(letter({ ...facts, host: undefined })).toContain('The feed’s server is a private address');
  });

  it.each([
    ['ENOTFOUND', 'unknownHost'],
    ['ENODATA', 'unknownHost'],
    ['EAI_AGAIN', 'noAnswer'],
    ['ECONNREFUSED', 'noAnswer'],
    ['EHOSTUNREACH', 'noAnswer'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['HPE_INVALID_CONSTANT', 'badAnswer'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'badAnswer'],
    ['57014', 'other'],
  ])('of an error is derived from its code: %s', (code, reason) => {
    const error = Object.assign(new Error('in the words of a library'), { code });
    expect(reasonOf(error)).toBe(reason);
    expect(withHost('printer.example', error)).toMatchObject({ reason, host: 'printer.example' });
  });
});
