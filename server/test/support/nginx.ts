import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './ports.js';
import { repository } from './regrove-process.js';
import { peer } from './system-peers.js';
import { until } from './until.js';

export const nginxPeer = peer('nginx');

export interface Nginx {
  readonly url: string;
  readonly plainUrl: string;
  /** What it has logged of requests and of errors. */
  logs(): Promise<{ access: string; errors: string }>;
  stop(): Promise<void>;
}

/**
 * The real nginx with deploy/nginx.conf, of which only ports, addresses and paths are others. `change`: the sample as
 * somebody would have written it without thinking.
 */
export async function startNginx(
  upstreamPort: number,
  certFile: string,
  change: (sample: string) => string = (sample) => sample,
): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'regrove-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const pair = join(dirname(certFile), 'key-and-cert.pem');
  const site = Object.entries({
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen 80': `listen 127.0.0.1:${plainPort}`,
    'server 127.0.0.1:8080': `server 127.0.0.1:${upstreamPort}`,
    '/etc/regrove/cert.pem': pair,
    '/etc/regrove/key.pem': pair,
    '/var/log/nginx/regrove.log': join(directory, 'access.log'),
    '/var/log/nginx/regrove-error.log': join(directory, 'error.log'),
  }).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`);
      return text.replace(from, to);
    },
    change(await readFile(join(repository, 'deploy/nginx.conf'), 'utf8')),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  );
  const whole = `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${join(directory, 'pid')};
    error_log ${join(directory, 'error.log')};
    events { worker_connections 64; }
    http { ${temporary.join(' ')}
    ${site} }`;
  await writeFile(join(directory, 'nginx.conf'), whole);
  const child = spawn(nginxPeer.binary, ['-p', directory, '-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
    return listens(port);
  });
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    logs: async () => ({
      access: await readFile(join(directory, 'access.log'), 'utf8'),
      errors: await readFile(join(directory, 'error.log'), 'utf8'),
    }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
