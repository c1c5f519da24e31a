import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const callAs = (userAgent: string | undefined) =>
  world.channel.api.get('/account', { headers: { 'user-agent': userAgent } });

describe('A User-Agent is refused with a 403', () => {
  it('when it is missing', async () => {
    expectRefusal(await callAs(undefined), 403, /User-Agent/);
  });

  it.each(['', '   ', '/1.0', '(Vendor)', '1.2.3', '-', '*'])(
    'when it names no product: "%s"',
    async (value) => {
      expectRefusal(await callAs(value), 403, /User-Agent/);
    },
  );

  it.each([
    'app',
    'App',
    'client',
    'CLIENT',
    'test',
    'api',
    'application',
    'my-app',
    'user-agent',
    'sdk',
    'string',
  ])('when it is a generic word: %s', async (value) => {
    expectRefusal(await callAs(value), 403, /User-Agent/);
  });

  it.each([
    'curl/8.5.0',
    'curl',
    'python-urllib3/2.2.1',
    'http.rb/5.1.1',
    'lua-resty-http/0.17.1 (Lua) ngx_lua/10026',
    'lwp-request/6.67 libwww-perl/6.67',
    'Apache-HttpAsyncClient/4.1.5 (Java/17.0.1)',
    'Jetty/9.4.48.v20220622',
    'unirest-java/3.1.00',
    'Vert.x-WebClient/4.5.1',
    'hackney/1.18.1',
    'mint/1.5.2',
    'req/0.4.14',
    'Scrapy/2.11.0 (+https://scrapy.org)',
    'bruno-runtime/2.0.1',
    'vscode-restclient',
    'Thunder Client (https://www.thunderclient.com)',
    'IntelliJ HTTP Client/IntelliJ IDEA 2023.3',
    'Wget/1.21.4',
    'python-requests/2.31.0',
    'Python/3.12 aiohttp/3.9.1',
    'python-httpx/0.27.0',
    'Python-urllib/3.11',
    'axios/1.7.2',
    'node',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'node-superagent/3.8.3',
    'undici',
    'got (https://github.com/sindresorhus/got)',
    'okhttp/4.12.0',
    'Java/17.0.2',
    'Java-http-client/17.0.2',
    'Apache-HttpClient/4.5.14 (Java/17.0.2)',
    'Go-http-client/1.1',
    'Go-http-client/2.0',
    'go-resty/2.7.0 (https://github.com/go-resty/resty)',
    'PostmanRuntime/7.36.0',
    'insomnia/8.4.5',
    'HTTPie/3.2.2',
    'Ruby',
    'Faraday v2.9.0',
    'rest-client/2.1.0 (linux x86_64) ruby/3.2.2p53',
    'GuzzleHttp/7',
    'Symfony HttpClient (Curl)',
    'PHP/8.2',
    'RestSharp/110.2.0.0',
    'Dart/3.2 (dart:io)',
    'CFNetwork/1494.0.7 Darwin/23.4.0',
    'libwww-perl/6.72',
    'Deno/1.40.0',
    'Bun/1.1.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621.2506',
    'Opera/9.80 (Windows NT 6.0) Presto/2.12.388 Version/12.14',
  ])('when it is the default of an HTTP client: %s', async (value) => {
    expectRefusal(await callAs(value), 403, /User-Agent/);
  });
});

describe('A User-Agent is accepted', () => {
  it.each([
    'PrintDesk/1.2.3 (Vendor)',
    'PrintDesk/1.2.3.4 (Vendor)',
    'PrintDesk/1.2.3 (Vendor) curl/8.5.0',
    'PrintDesk',
    'print-desk-sync/2',
    'AppMonitor/1.0.0 (Vendor)',
    'TestLab/1.0.0 (Vendor)',
    'Clientele/3.1 (Vendor)',
    'NodeRED/3.1.0 (Vendor)',
    'Druckerei Müller/1.0',
  ])('when it names the calling software: %s', async (value) => {
    expect((await callAs(value)).status).toBe(200);
  });
});

describe('The User-Agent of a browser', () => {
  const callFrom = (site: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64)') =>
    world.channel.api.get('/account', { headers: { 'user-agent': userAgent, 'sec-fetch-site': site } });

  it('is accepted from a page of this server, such as the reference', async () => {
    expect((await callFrom('same-origin')).status).toBe(200);
  });

  it.each(['same-site', 'cross-site', 'none', 'same-origin, cross-site'])(
    'is refused with a 403 from elsewhere: %s',
    async (site) => {
      expectRefusal(await callFrom(site), 403, /User-Agent/);
    },
  );

  it.each(['curl/8.5.0', 'app', ' ', 'Mozilla'])(
    'is the only one that a page of this server need not replace: %j is refused',
    async (userAgent) => {
      expectRefusal(await callFrom('same-origin', userAgent), 403, /User-Agent/);
    },
  );
});
