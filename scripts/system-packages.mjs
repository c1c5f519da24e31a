import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Debian packages with programs that the tests use, or with a file that these need. */
const packages = [
  { package: 'snmpd', binary: 'snmpd' },
  { package: 'snmp', binary: 'snmpget' },
  { package: 'avahi-daemon', binary: 'avahi-daemon' },
  { package: 'iproute2', binary: 'ip' },
  { package: 'lprint', binary: 'lprint' },
  { package: 'cups-daemon', binary: 'cupsd' },
  // The same engine as `chromium` without a user interface: tests take half as long.
  { package: 'chromium-headless-shell', binary: 'chromium-headless-shell' },
  { package: 'curl', binary: 'curl' },
  { package: 'poppler-utils', binary: 'pdftotext' },
  { package: 'python3', binary: 'python3' },
  { package: 'python3-openpyxl', file: '/usr/lib/python3/dist-packages/openpyxl/__init__.py' },
  { package: 'redis-server', binary: 'redis-server' },
  { package: 'nginx', binary: 'nginx' },
  { package: 'caddy', binary: 'caddy' },
  { package: 'haproxy', binary: 'haproxy' },
  { package: 'wrk', binary: 'wrk' },
  { package: 'postgresql', binary: 'pgbench' },
  { package: 'patroni', binary: 'patroni' },
  { package: 'etcd-server', binary: 'etcd' },
  { package: 'pgbouncer', binary: 'pgbouncer' },
  { package: 'golang-go', binary: 'go' },
  { package: 'golang-golang-x-mod-dev', file: '/usr/share/gocode/src/golang.org/x/mod/sumdb/note/note.go' },
  { package: 'gcc', binary: 'cc' },
  { package: 'libc6-dev', file: '/usr/include/stdio.h' },
  { package: 'bash-completion', file: '/usr/share/bash-completion/bash_completion' },
  { package: 'zsh', binary: 'zsh' },
  { package: 'fish', binary: 'fish' },
];

const systemFolders = ['/usr/sbin', '/sbin'];
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Installs missing packages if possible: as root on Debian. Elsewhere, the tests report what they skip. */
export function installSystemPackages() {
  const missing = packages
    .filter(({ binary, file }) => !(file === undefined ? isInstalled(binary) : existsSync(file)))
    .map((entry) => entry.package);
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  // Installing a server must not start it: the tests start their own, with their own configuration.
  const forbidsServices = !existsSync(servicePolicy);
  if (forbidsServices) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    aptGet('update');
    aptGet('install', '--yes', '--no-install-recommends', ...missing);
  } finally {
    if (forbidsServices) rmSync(servicePolicy);
  }
}

function isInstalled(binary) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...systemFolders];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, binary)));
}

function aptGet(...args) {
  const { status, error, stdout, stderr } = spawnSync('apt-get', ['--quiet', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return;
  throw new Error(`apt-get ${args.join(' ')} failed: ${error?.message ?? stdout + stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installSystemPackages();
