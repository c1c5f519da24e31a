import { afterEach, describe, expect, it } from 'vitest';
import { papercut } from '../../src/sources/papercut.js';
import { type Answer, startHttpPeer, type HttpPeer } from '../support/http-peer.js';
import { reasonOf } from '../../../printers/src/source-error.js';
import { connectionTo, readFrom, type SourceResult } from '../support/read-source.js';

const peers: HttpPeer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

async function readAt(
  answer: Answer,
  { signal = AbortSignal.timeout(20_000), externalId = '*' } = {},
): Promise<SourceResult> {
  const peer = await startHttpPeer(answer);
  peers.push(peer);
  return readFrom(papercut, { url: peer.url, password: 'token', externalId, signal });
}

const isList = (sentBody: string): boolean => sentBody.includes('api.listPrinters');
const returning = (value: string, before = ''): string =>
  `<?xml version="1.0"?>${before}<methodResponse><params><param><value>${value}</value></param></params></methodResponse>`;
const list = (...names: string[]): string =>
  `<array><data>${names.map((name) => `<value>${name}</value>`).join('')}</data></array>`;

const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from(
  { length: 20 },
  (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`,
).join('')}]>`;

describe('responses that PaperCut would not give', () => {
  it.each([
    ['a billion laughs', returning(list('&a19;'), laughs)],
    [
      'an entity from a file',
      returning(list('&x;'), '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
    ],
    ['a DOCTYPE without entities', returning(list('a\\b'), '<!DOCTYPE methodResponse>')],
    ['an HTML entity', returning(list('a\\b&nbsp;c'))],
    ['a lone ampersand', returning(list('a\\b & c'))],
    ['a reference to a character that does not exist', returning(list('a\\b&#1114112;'))],
    [
      'deep nesting',
      returning(`${'<array><data><value>'.repeat(5_000)}${'</value></data></array>'.repeat(5_000)}`),
    ],
    ['deep nesting that is not closed', '<a>'.repeat(500_000)],
    ['a truncated list', returning(list('a\\b', 'c\\d')).slice(0, -60)],
    ['a page in HTML', '<!doctype html><html><body><h1>Welcome</h1></body></html>'],
    ['a page in XHTML', '<html><body><h1>Welcome</h1></body></html>'],
    ['text', 'It works!'],
    ['nothing', ''],
    ['bytes that are not text', Buffer.from(returning(list('a\\b\xff')), 'latin1')],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><methodResponse/>'],
    ['a response that is neither a value nor a fault', '<methodResponse><other/></methodResponse>'],
    ['two values', returning('1</value><value>2')],
    ['a value that is not a list', returning('print01\\Lobby')],
    [
      'a list of something other than names',
      returning('<array><data><value><int>1</int></value></data></array>'),
    ],
    ['a reserved name', '<__proto__><params/></__proto__>'],
    ['17 MB', Buffer.alloc(17 * 1024 * 1024, 'a')],
    ['far more printers than requested', returning(list(...Array<string>(10_001).fill('a\\b')))],
    ['3 MB of XML', returning(list('a'.repeat(3 * 1024 * 1024)))],
  ])('%s is not a list of printers', async (_, answer) => {
    const reading = readAt((_, response) => response.end(answer));
    await expect(reading).rejects.toMatchObject({ name: 'SourceError', reason: 'badAnswer' });
  });

  it('a redirect is not followed', async () => {
    const elsewhere = await startHttpPeer((_, response) => response.end(returning(list('a\\b'))));
    peers.push(elsewhere);
    const reading = readAt((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
    await expect(reading).rejects.toMatchObject({ reason: 'badAnswer' });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([401, 403])('status %i is a failed login', async (status) => {
    await expect(readAt((_, response) => response.writeHead(status).end())).rejects.toMatchObject({
      reason: 'login',
    });
  });

  it('an endless slow response ends with the signal', async () => {
    const signal = AbortSignal.timeout(500);
    const dripping = readAt(
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => {
          clearInterval(drip);
        });
      },
      { signal },
    );
    expect(await dripping.catch(reasonOf)).toBe('noAnswer');
  });

  it('a list that repeats itself is read once', async () => {
    const { readings } = await readAt((_, response, sentBody) => {
      response.end(returning(isList(sentBody) ? list('a\\b') : '7'));
    });
    expect(readings).toEqual([{ device: '127.0.0.1 a\\b', total: 7, unit: 'impressions' }]);
  });

  it('an endless list is given up', async () => {
    let named = 0;
    const names = (): string[] => Array.from({ length: 20_000 }, () => `device\\${named++}`);
    const answer: Answer = (_, response) => response.end(returning(list(...names())));
    const reading = readAt(answer, { externalId: 'print01' });
    await expect(reading).rejects.toMatchObject({ reason: 'badAnswer', message: /too many/ });
  });

  it('an endless list in short parts is given up', async () => {
    let lists = 0;
    const answer: Answer = (_, response, sentBody) => {
      if (isList(sentBody)) lists++;
      response.end(returning(isList(sentBody) ? list(`device\\${lists}`) : '7'));
    };
    // A thousand requests take a while on a busy machine.
    const reading = readAt(answer, { externalId: 'print01', signal: AbortSignal.timeout(280_000) });
    await expect(reading).rejects.toMatchObject({ reason: 'tooMany', message: /too many/ });
    expect(lists).toBe(1_000);
  }, 300_000);

  it('a name that is too long is reported, and neither asked for nor kept', async () => {
    const long = `device\\${'x'.repeat(249)}`;
    const { readings, reasons } = await readAt((_, response, sentBody) => {
      if (isList(sentBody)) response.end(returning(list('a\\b', long)));
      else response.end(returning(sentBody.includes('xxx') ? '8' : '7'));
    });
    expect(readings).toEqual([{ device: '127.0.0.1 a\\b', total: 7, unit: 'impressions' }]);
    // The list is read twice, to see that there is nothing more.
    expect(reasons).toEqual([
      ['', 'noReading'],
      ['', 'noReading'],
    ]);
  });

  it('a printer with an invalid response is reported while others are read', async () => {
    const answers: Record<string, string> = {
      good: returning('<string>12</string>'),
      fault:
        '<methodResponse><fault><value><struct><member><name>faultString</name>' +
        '<value>Not allowed by the author</value></member></struct></value></fault></methodResponse>',
      page: '<html/>',
      cdata: returning('<string><![CDATA[34]]></string>'),
    };
    const found = await readAt((_, response, sentBody) => {
      const name = Object.keys(answers).find((known) => sentBody.includes(`<string>${known}</string>`));
      response.end(
        name ? answers[name] : returning(list(...Object.keys(answers).map((known) => `s\\${known}`))),
      );
    });
    expect(found.readings.map(({ device, total }) => [device, total]).sort()).toEqual([
      ['127.0.0.1 s\\cdata', 34],
      ['127.0.0.1 s\\good', 12],
    ]);
    expect(found.reasons.sort()).toEqual([
      ['s\\fault', 'noReading'],
      ['s\\page', 'badAnswer'],
    ]);
  });

  it('a server that stops answering gets no further requests', async () => {
    const names = Array.from({ length: 100 }, (_, number) => `s\\${number}`);
    let calls = 0;
    const reading = readAt((request, response, sentBody) => {
      calls++;
      if (isList(sentBody)) response.end(returning(list(...names)));
      else if (calls < 20) response.end(returning('5'));
      else request.socket.destroy();
    });
    await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(calls).toBeLessThan(40);
  });

  it('no request is left running if the caller only wants one reading', async () => {
    let open = 0;
    const peer = await startHttpPeer((_, response, sentBody) => {
      open++;
      response.on('close', () => open--);
      if (isList(sentBody)) response.end(returning(list('s\\slow', 's\\fast')));
      else if (sentBody.includes('fast')) response.end(returning('5'));
    });
    peers.push(peer);
    expect(await firstReading(peer.url)).toMatchObject({ device: '127.0.0.1 s\\fast', total: 5 });
    await expect.poll(() => open).toBe(0);
  });
});

async function firstReading(url: string): Promise<unknown> {
  const connection = connectionTo(papercut, { url, password: 'token', externalId: '*' });
  for await (const reading of papercut.read(connection)) return reading;
  return undefined;
}
