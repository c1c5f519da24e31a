import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.js';

// Defaults of HTTP clients, compared with the name of the first product.
const clientDefaults = new Set(
  `curl wget libwww-perl lwp-trivial python-requests python-urllib python-httpx python aiohttp httpx urllib3 axios node
  node-fetch node.js node-superagent undici got superagent request ky needle deno bun okhttp java java-http-client jakarta apache-httpclient
  apache-cxf jersey resteasy ktor-client go-http-client go go-resty resty postmanruntime insomnia httpie paw mozilla opera
  chrome safari ruby faraday rest-client httparty typhoeus excon guzzlehttp guzzle php symfony php-curl-class
  restsharp microsoft.net dotnet .net powershell windowspowershell winhttp cfnetwork alamofire dart dio reqwest hyper
  ureq rust-reqwest perl dalvik electron k6 apachebench siege wrk hey fasthttp vegeta jmeter soapui swagger-codegen
  openapi-generator swagger unirest unirest-java feign webclient reactornetty async-http-client ahc python-urllib3 http.rb
  lua-resty-http lwp-request http-tiny mojolicious apache-httpasyncclient jetty vert.x-webclient akka-http pekko-http http-kit
  hackney mint req scrapy pycurl libcurl libcurl-agent cpp-httplib aria2 lynx xh bruno-runtime vscode-restclient thunder
  intellij`.split(/\s+/),
);

// Words that mean nothing alone. With a version or a vendor they identify a product.
const genericWords = new Set(
  `app application api api-client apiclient client http https http-client httpclient rest restclient test tests testing
  tester demo example sample user useragent user-agent agent browser bot script program software service server sdk
  integration myapp my-app appname foo bar foobar string none null undefined unknown default custom generic`.split(
    /\s+/,
  ),
);

/** Refuses a User-Agent that does not identify the calling software. */
export function requireDescriptiveUserAgent(userAgent: string | undefined): void {
  const text = userAgent?.trim().toLowerCase() ?? '';
  const product = /^[^\s/(;,<>]+/.exec(text)?.[0];
  const isDescriptive =
    product !== undefined &&
    /\p{L}/u.test(product) &&
    !clientDefaults.has(product) &&
    !genericWords.has(text);
  if (!isDescriptive) {
    throw new HttpError(
      403,
      'A descriptive User-Agent header is required, such as PrintDesk/1.2.3 (Vendor): not a generic one or the default of an HTTP client',
    );
  }
}

/**
 * Whether a browser sent the request for a page of this server, such as the reference, which tries requests. Most browsers let no page
 * change their User-Agent. All of them name the same product.
 */
export const isBrowserOnOwnPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && /^mozilla\//i.test(headers['user-agent'] ?? '');
