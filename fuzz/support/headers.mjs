import fc from 'fast-check';
import { revisionNames } from '../../bench/support/compiled-server.mjs';
import { mostly } from './mostly.mjs';

export const userAgent = mostly(
  fc.constant('RegroveFuzz/1.0.0 (Regrove)'),
  fc.constantFrom(undefined, '', 'curl/8', 'app', '\u00ff\u00fe', 'x'.repeat(2_000)),
  40,
);

const printable = fc.string({ unit: fc.constantFrom(...'aZ09 _-.:;,/="\''), minLength: 1, maxLength: 30 });
const oddHeader = fc.oneof(
  fc.tuple(
    fc.constant('Idempotency-Key'),
    fc.oneof(printable, fc.constantFrom('', '\u00ff', 'k'.repeat(256))),
  ),
  fc.tuple(
    fc.constant('API-Revision'),
    fc.constantFrom(...revisionNames, '1.6.7', '', '1.6.6, 1.6.3', '\u00ff'),
  ),
  fc.tuple(fc.constant('Accept'), fc.constantFrom('text/html', '', 'application/json;q=0', '*', '\u00ff')),
  fc.tuple(fc.constant('Accept-Encoding'), fc.constantFrom('gzip', 'br;q=1', 'identity;q=0, *;q=0')),
  fc.tuple(fc.constant('Range'), fc.constantFrom('bytes=0-1', 'bytes=-1', 'x')),
  fc.tuple(fc.constant('If-None-Match'), fc.constantFrom('*', '"x"', 'W/"x"')),
  fc.tuple(fc.constant('Expect'), fc.constantFrom('100-continue', 'the unexpected')),
  fc.tuple(
    fc.constant('Host'),
    fc.constantFrom(undefined, '', 'evil.example', '[::1', 'a b', '../..', '\u00ff'),
  ),
  fc.tuple(fc.constant('Upgrade'), fc.constantFrom('websocket', 'h2c')),
  fc.tuple(
    fc.constant('Transfer-Encoding'),
    fc.constantFrom('chunked', 'gzip', 'chunked, chunked', 'xchunked'),
  ),
  fc.tuple(fc.constant('Content-Length'), fc.constantFrom('-1', '1, 2', 'x', '99999999999999999999', '+5')),
  fc.tuple(fc.constant('Content-Encoding'), fc.constantFrom('gzip', 'identity', 'x')),
  fc.tuple(fc.constantFrom('Cookie', 'Origin', 'Referer', 'Date', 'Via', 'Forwarded'), printable),
  fc.tuple(
    fc.constantFrom('X-Forwarded-Proto', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Regrove-App'),
    printable,
  ),
  fc.tuple(
    fc.constant('Cookie'),
    fc.constantFrom('__Host-regrove-session=rs_x', '__Host-regrove-session=', '=;=;', '%00'),
  ),
  fc.tuple(
    fc.constantFrom('X y', 'X\u0000', ':', '', '\u00e4', 'X-Long'),
    fc.constantFrom('v', '\u0000', 'x'.repeat(20_000)),
  ),
);
export const headers = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 2 }) },
);

const basic = (text) => `Basic ${Buffer.from(text).toString('base64')}`;
/** The key of a caller by index (the first can access most of the others), or an invalid one. */
export const credentials = mostly(
  fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4).map((caller) => ({ caller })),
  fc
    .constantFrom(
      ...[
        undefined,
        '',
        'Basic',
        'Basic !',
        'Bearer',
        'Digest x',
        basic(':'),
        basic('\u0000:'),
        basic('rg_x:'),
      ],
      ...[
        `Bearer rg_${'A'.repeat(54)}`,
        'Bearer \u00ff',
        `Bearer ${'x'.repeat(5_000)}`,
        basic('ä'.repeat(100)),
      ],
    )
    .map((header) => ({ header })),
  60,
);
