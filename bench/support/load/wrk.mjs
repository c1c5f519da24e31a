import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Sends the requests in turn, with each thread starting at another one, and reports the results at the end. */
const script = (requests) => `
local requests = { ${requests.map(luaRequest).join(',\n')} }
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
local made = {}
function init()
  for at, one in ipairs(requests) do
    made[at] = wrk.format(one.method, one.path, one.headers, one.body)
  end
  at = number * 7
end
function request()
  at = at % #made + 1
  return made[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests": %d, "us": %d, "p50Us": %d, "p99Us": %d, "failed": %d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;

const luaText = (text) => `[==[${text}]==]`;

function luaRequest({ method = 'GET', path, key, body }) {
  const credentials = Buffer.from(`${key}:`).toString('base64');
  const headers = [
    ...(key === undefined ? [] : [['Authorization', `Basic ${credentials}`]]),
    ['User-Agent', 'RegroveBench/1.0.0 (Regrove)'],
    ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
  ];
  return `{ method = ${luaText(method)}, path = ${luaText(path)},
    headers = { ${headers.map(([name, value]) => `["${name}"] = ${luaText(value)}`).join(', ')} },
    body = ${body === undefined ? 'nil' : luaText(JSON.stringify(body))} }`;
}

/**
 * Sends as many requests as possible for some seconds over persistent connections; returns requests per second and
 * latencies. Any status other than 200 is an error.
 */
export async function runWrk(url, requests, { connections, seconds }) {
  const folder = await mkdtemp(join(tmpdir(), 'regrove-wrk-'));
  try {
    const file = join(folder, 'requests.lua');
    await writeFile(file, script(requests));
    const args = ['--threads', '1', '--connections', connections, '--duration', `${Math.ceil(seconds)}s`];
    const run = promisify(execFile)(
      'wrk',
      [...args, '--latency', '--timeout', '30s', '--script', file, url].map(String),
    );
    // wrk takes whole seconds only, but reports what it has when it is interrupted.
    const timer = setTimeout(() => run.child.kill('SIGINT'), seconds * 1000);
    const { stdout } = await run.finally(() => clearTimeout(timer));
    const { requests: answered, us, p50Us, p99Us, failed } = JSON.parse(stdout.trim().split('\n').at(-1));
    if (failed > 0) throw new Error(`${failed} of ${answered} requests failed:\n${stdout}`);
    return { rate: answered / (us / 1e6), p50Ms: p50Us / 1000, p99Ms: p99Us / 1000 };
  } finally {
    await rm(folder, { recursive: true });
  }
}
