import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { forEachConcurrent } from './compiled-server.mjs';
import { groupName, token } from './print-queues.mjs';

const maxConcurrency = 8;

/** The bare calls that are needed to read a feed: no counting, no database. */
export async function callForFeed(port, group, printers) {
  await call(port, 'api.listPrinters', 0, 1_000);
  await call(port, 'api.listPrinters', printers.length, 1_000);
  const own = printers.filter((name) => name.startsWith(`${groupName(group)}\\`));
  await forEachConcurrent(maxConcurrency, own, (name) =>
    call(port, 'api.getPrinterProperties', ...name.split('\\'), 'print-stats.page-count'),
  );
}

function call(port, method, ...params) {
  const values = [token, ...params].map((param) => {
    const type = typeof param === 'number' ? 'int' : 'string';
    return `<param><value><${type}>${param}</${type}></value></param>`;
  });
  const body = `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${values.join('')}</params></methodCall>`;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path: '/rpc/api/xmlrpc', agent: false };
    request(options, (response) => resolve(text(response)))
      .once('error', reject)
      .end(body);
  });
}
