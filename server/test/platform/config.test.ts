import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { regrove } from '../support/regrove-process.js';

const mistakes = {
  REGROVE_DATABASE_URL: 'mysql://root:pa55w0rd@db/regrove',
  REGROVE_DATABASE_REPLICA_URL: 'postgres://a:pa55w0rd@h1,h2:x/regrove',
  REGROVE_PORT: '65536',
  REGROVE_HTTP_PORT: '-1',
  REGROVE_TLS_CERT: '/etc/cert.pem',
  REGROVE_BASE_URL: 'http://regrove.example',
  REGROVE_SMTP_URL: 'smtp://mailer:pa55w0rd@',
  REGROVE_MAIL_FROM: 'Regrove',
  REGROVE_SIGN_IN: 'password',
  REGROVE_OIDC_ISSUER: 'http://login.example',
  REGROVE_OIDC_CLIENT_SECRET: 'pa55w0rd',
  REGROVE_OIDC_LABEL: 'x'.repeat(41),
  REGROVE_TRUSTED_PROXIES: '10.0.0.0/33',
  REGROVE_RATE_LIMIT: 'many',
  REGROVE_REDIS_URL: 'http://:pa55w0rd@redis.example',
  REGROVE_SECRET_KEY: 'pa55w0rd',
  REGROVE_CURRENCY: 'dollars',
  REGROVE_MAX_UNBILLED: '-1',
  REGROVE_SELLER_ADDRESS: 'a;b;c;d;e;f;g',
  REGROVE_TAX_RATE: '100',
  REGROVE_PAYMENT_DAYS: 'soon',
  REGROVE_DEMO: 'yes',
  REGROVE_ALLOW_PRIVATE_FEEDS: 'home',
  REGROVE_LOG_LEVEL: 'loud',
  REGROVE_METRICS_PORT: 'none',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  REGROVE_ACCESS_LOG: 'yes',
  REGROVE_DRAIN_SECONDS: 'a while',
};

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      dataDir: resolve('.regrove'),
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      databaseReplicaUrl: undefined,
      host: '127.0.0.1',
      port: 8443,
      httpPort: 8080,
      tls: undefined,
      baseUrl: undefined,
      smtp: undefined,
      mailFrom: undefined,
      signIn: { methods: ['link', 'passkey'], oidc: undefined },
      trustedProxies: [],
      transparency: {
        origin: undefined,
        key: undefined,
        witnessesFile: undefined,
        witnessedLogsFile: undefined,
      },
      rateLimit: 600,
      redisUrl: undefined,
      secretKey: undefined,
      previousSecretKeys: [],
      currency: 'USD',
      maxUnbilled: '1000000',
      invoicing: { seller: null, tax: null, termDays: 30 },
      demo: true,
      allowPrivateFeeds: [],
      accessLog: undefined,
      drainSeconds: 0,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      traces: false,
    });
  });

  it('treats an empty or blank variable as missing', () => {
    const blank = Object.fromEntries(
      Object.keys(mistakes).map((name, index) => [name, ' '.repeat(index % 2)]),
    );
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  it.each([
    ['REGROVE_DATA_DIR', 'data', { dataDir: resolve('data') }],
    ['REGROVE_DATABASE_URL', 'postgres://u:p@db:6543/x', { databaseUrl: 'postgres://u:p@db:6543/x' }],
    ['REGROVE_HOST', '::1', { host: '::1' }],
    ['REGROVE_PORT', '0', { port: 0 }],
    ['REGROVE_HTTP_PORT', '65535', { httpPort: 65535 }],
    ['REGROVE_BASE_URL', 'https://regrove.example/', { baseUrl: 'https://regrove.example' }],
    [
      'REGROVE_SMTP_URL',
      'smtp://mail.example',
      { smtp: { host: 'mail.example', port: 587, secure: false, requiresTls: false, login: undefined } },
    ],
    [
      'REGROVE_SMTP_URL',
      'smtps://me%40b.example:p%2Fw@[::1]:4465/',
      {
        smtp: {
          host: '::1',
          port: 4465,
          secure: true,
          requiresTls: false,
          login: { user: 'me@b.example', pass: 'p/w' },
        },
      },
    ],
    ['REGROVE_MAIL_FROM', 'Trees <trees@b.example>', { mailFrom: 'Trees <trees@b.example>' }],
    ['REGROVE_TRUSTED_PROXIES', '10.0.0.1, fd00::/8', { trustedProxies: ['10.0.0.1', 'fd00::/8'] }],
    ['REGROVE_RATE_LIMIT', '0', { rateLimit: 0 }],
    ['REGROVE_REDIS_URL', 'rediss://u:p%40@r:7000/2', { redisUrl: 'rediss://u:p%40@r:7000/2' }],
    ['REGROVE_METRICS_PORT', '9464', { metricsPort: 9464 }],
    ['REGROVE_SECRET_KEY', 's'.repeat(16), { secretKey: 's'.repeat(16) }],
    [
      'REGROVE_SECRET_KEY_PREVIOUS',
      `${'a'.repeat(16)}\n "with blanks in it" ${'b'.repeat(20)} `,
      { previousSecretKeys: ['a'.repeat(16), 'with blanks in it', 'b'.repeat(20)] },
    ],
    ['REGROVE_CURRENCY', 'eur', { currency: 'EUR' }],
    ['REGROVE_MAX_UNBILLED', '2500.50', { maxUnbilled: '2500.50' }],
    ['REGROVE_MAX_UNBILLED', '0', { maxUnbilled: null }],
    ['REGROVE_TAX_RATE', '8.10', { invoicing: { tax: { name: null, rate: '8.1' } } }],
    ['REGROVE_PAYMENT_DAYS', '0', { invoicing: { termDays: 0 } }],
    [
      'REGROVE_SELLER_NAME',
      'Us',
      { invoicing: { seller: { name: 'Us', address: [], taxId: null, payment: [] } } },
    ],
    ['REGROVE_MAX_UNBILLED', '', { maxUnbilled: '1000000' }],
    ['REGROVE_SIGN_IN', 'passkey, link', { signIn: { methods: ['link', 'passkey'], oidc: undefined } }],
    ['REGROVE_SIGN_IN', 'passkey', { signIn: { methods: ['passkey'], oidc: undefined } }],
    ['REGROVE_DEMO', '0', { demo: false }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each(Object.entries(mistakes))('refuses %s=%s by name, without repeating a secret', (name, value) => {
    const read = (): unknown => readConfig({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('pa55w0rd');
  });

  describe('of single sign-on', () => {
    const oidc = {
      REGROVE_OIDC_ISSUER: 'https://login.example/realms/print',
      REGROVE_OIDC_CLIENT_ID: 'regrove',
      REGROVE_OIDC_CLIENT_SECRET: 'pa55w0rd',
    };

    it('adds a way to sign in, called by its host unless it has a name', () => {
      const { methods, oidc: settings } = readConfig(oidc).signIn;
      expect([methods, settings?.label]).toEqual([['link', 'passkey', 'oidc'], 'login.example']);
      expect(readConfig({ ...oidc, REGROVE_OIDC_LABEL: 'Print Co' }).signIn.oidc).toEqual({
        issuer: 'https://login.example/realms/print',
        clientId: 'regrove',
        clientSecret: 'pa55w0rd',
        label: 'Print Co',
      });
      expect(readConfig({ ...oidc, REGROVE_SIGN_IN: 'link' }).signIn.methods).toEqual(['link']);
    });

    it.each([
      [{ REGROVE_SIGN_IN: 'oidc' }, 'REGROVE_SIGN_IN lists oidc, which needs REGROVE_OIDC_ISSUER'],
      [{ REGROVE_SIGN_IN: 'link,,oidc' }, 'REGROVE_SIGN_IN must be one or more of link, passkey, oidc'],
      [{ ...oidc, REGROVE_OIDC_CLIENT_ID: ' ' }, 'REGROVE_OIDC_CLIENT_ID is missing'],
      [{ ...oidc, REGROVE_OIDC_ISSUER: 'https://me:pa55w0rd@login.example' }, 'REGROVE_OIDC_ISSUER must be'],
      [{ ...oidc, REGROVE_OIDC_ISSUER: 'https://login.example?x' }, 'REGROVE_OIDC_ISSUER must be'],
    ])('is refused if it is incomplete or wrong: %j', (env, words) => {
      const read = (): unknown => readConfig(env);
      expect(read).toThrow(words);
      expect(read).not.toThrow('pa55w0rd');
    });

    it('accepts an issuer without TLS on this machine only', () => {
      for (const issuer of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
        expect(readConfig({ ...oidc, REGROVE_OIDC_ISSUER: issuer }).signIn.oidc?.issuer).toBe(issuer);
    });
  });

  it.each([
    ['postgres://a:pa55w0rd@h1:5432,h2:70000/db', 'must have ports from 1 to 65535'],
    ['postgres://a:pa55w0rd@h1,,h2/db', 'has an empty host'],
    ['postgres://a:pa55w0rd@h1,:5432/db', 'has an empty host'],
    ['postgres:///db?host=h1,h2,h3&port=1,2&password=pa55w0rd', 'has 2 ports for 3 hosts'],
    ['postgres://h1,h2/db?target_session_attrs=writable', 'as target_session_attrs'],
    ['postgres://h1,h2/db?target_session_attrs=any', 'target_session_attrs=read-write or primary'],
    ['postgres://h1/db?target_session_attrs=standby', 'target_session_attrs=read-write or primary'],
    ['postgres://h1,h2/db?connect_timeout=soon', 'as connect_timeout'],
    ['postgres://a:pa/55w0rd@h1,h2/db', 'must have ports'],
    ['postgres://a:pa55w0rd@h 1,h2/db', 'must be a postgresql:// address'],
    ['postgres://h1,h2/%', 'must be a postgresql:// address'],
  ])('refuses %s as a database, without repeating a secret', (url, words) => {
    for (const name of ['REGROVE_DATABASE_URL', 'REGROVE_DATABASE_OWNER_URL']) {
      const read = (): unknown => readConfig({ REGROVE_DATABASE_URL: 'postgres://db/x', [name]: url });
      expect(read).toThrow(name);
      expect(read).toThrow(words);
      expect(read).not.toThrow('pa55w0rd');
    }
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/inbox',
    'smtp://mail.example?tls=no',
    'smtp://me:50%pa55w0rd@mail.example',
    'smtp://:pa55w0rd@mail.example',
  ])('refuses %s as an SMTP server, without repeating a secret', (url) => {
    const read = (): unknown => readConfig({ REGROVE_SMTP_URL: url });
    expect(read).toThrow('REGROVE_SMTP_URL');
    expect(read).not.toThrow('pa55w0rd');
  });

  it.each([
    ['smtp://me:pw@mail.example', true],
    ['smtp://me@10.0.0.1', true],
    ['smtp://me:pw@[2001:db8::1]:25', true],
    ['smtp://me:pw@localhost.example', true],
    ['smtp://me:pw@0.0.0.0', true],
    ['smtp://me:pw@localhost', false],
    ['smtp://me:pw@LocalHost:25', false],
    ['smtp://me:pw@127.0.0.53', false],
    ['smtp://me:pw@[::1]', false],
    ['smtp://mail.example', false],
    ['smtps://me:pw@mail.example', false],
  ])('requires STARTTLS when a login would cross a network: %s', (url, requiresTls) => {
    expect(readConfig({ REGROVE_SMTP_URL: url }).smtp?.requiresTls).toBe(requiresTls);
  });

  it('sends traces when there is an endpoint and they are not disabled', () => {
    const url = 'http://collector:4318';
    const reads = (env: Record<string, string>): boolean => readConfig(env).traces;
    expect(reads({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toBe(true);
    expect(reads({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces` })).toBe(true);
    expect(reads({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' })).toBe(false);
    expect(reads({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' })).toBe(false);
  });

  it.each([
    'redis.example:6379',
    'redis://',
    'redis://:pa55w0rd@redis.example/first',
    'redis://:pa55w0rd@redis.example?db=1',
    'redis://:50%pa55w0rd@redis.example',
  ])('refuses %s as the URL of Redis, without repeating a secret', (url) => {
    const read = (): unknown => readConfig({ REGROVE_REDIS_URL: url });
    expect(read).toThrow('REGROVE_REDIS_URL');
    expect(read).not.toThrow('pa55w0rd');
  });

  it.each(['Regrove', 'a@b@c.example', 'Me <a@b.example> you', 'Me <a@b.example>\nBcc: c@d.example'])(
    'refuses %j as the sender of mails',
    (from) => {
      expect(() => readConfig({ REGROVE_MAIL_FROM: from })).toThrow('REGROVE_MAIL_FROM');
    },
  );

  it('requires a key with a certificate', () => {
    expect(() => readConfig({ REGROVE_TLS_KEY: 'key.pem' })).toThrow(/REGROVE_TLS_CERT and REGROVE_TLS_KEY/);
    expect(readConfig({ REGROVE_TLS_KEY: 'key.pem', REGROVE_TLS_CERT: 'cert.pem' }).tls).toEqual({
      certFile: resolve('cert.pem'),
      keyFile: resolve('key.pem'),
    });
  });

  it('reports everything that is wrong in one message, and starts nothing', async () => {
    const { code, stdout, stderr } = await regrove(['serve'], mistakes);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of Object.keys(mistakes)) expect(stderr).toContain(name);
    expect(stderr).not.toMatch(/pa55w0rd|^\s+at /m);
  });
});

it('reports unknown variables with its prefix', () => {
  const { unknownSettings } = readConfig({ REGROVE_PROT: '8443', REGROVE_PORT: '8443', PATH: '/bin' });
  expect(unknownSettings).toEqual([{ name: 'REGROVE_PROT', nearest: 'REGROVE_PORT' }]);
});
