#!/usr/bin/env node
// Runs a Regrove command like the systemd unit runs the service: as its user, with its settings and data.
//   sudo install -m 755 deploy/regrove.mjs /usr/local/bin/regrove
//   sudo regrove doctor
// Everything is read from the unit and its drop-ins. For a unit with another name:
//   sudo REGROVE_UNIT=regrove-test regrove doctor
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const unitFolders = ['/etc/systemd/system', '/usr/local/lib/systemd/system', '/usr/lib/systemd/system'];
/** What systemd sets for every service. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** What is the terminal's, not the service's. */
const terminal = ['TERM', 'COLUMNS', 'NO_COLOR', 'LANG', 'LC_ALL', 'TZ'];

class Failure extends Error {}

function unitFile(name) {
  const candidates = name.includes('/')
    ? [name]
    : unitFolders.map((folder) => join(folder, `${name}.service`));
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw new Failure(`there is no unit ${candidates.join(' or ')}`);
  return found;
}

/** The assignments of [Service], those of drop-ins after those of the unit. An empty value takes back what was said before. */
function readService(file) {
  const folders = [`${file}.d`, ...unitFolders.map((folder) => join(folder, `${basename(file)}.d`))];
  const dropIns = [...new Set(folders)]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.conf'))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
  const service = new Map();
  for (const source of [file, ...dropIns]) {
    let section = '';
    for (const line of readFileSync(source, 'utf8').replace(/\\\n/g, ' ').split('\n')) {
      const [, heading] = /^\s*\[(.+)\]\s*$/.exec(line) ?? [];
      section = heading ?? section;
      const [, name, value] = /^\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (section !== 'Service' || name === undefined) continue;
      service.set(name, value === '' ? [] : [...(service.get(name) ?? []), value]);
    }
  }
  return service;
}

/** Words as systemd splits them: at spaces, unless these are quoted. */
const wordsOf = (text) =>
  [...text.matchAll(/(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|(\S+))(?:\s+|$)/g)].map((match) =>
    (match[1] ?? match[2] ?? match[3]).replace(/\\(["'\\])/g, '$1'),
  );

/** An environment file by systemd's rules, which are not those of a shell: $, & and # mean nothing, quotes are optional. */
function readEnvironmentFile(text) {
  const settings = {};
  const lines = text.matchAll(
    /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((?:"(?:\\[^]|[^"\\])*"|'[^']*'|\\[^]|[^\n"'\\])*)$/gm,
  );
  for (const [, name, value] of lines)
    settings[name] = value
      .trim()
      .replace(/"((?:\\[^]|[^"\\])*)"|'([^']*)'|\\([^])/g, (_, double, single, escaped) =>
        double === undefined
          ? (single ?? escaped.replace('\n', ''))
          : double.replace(/\\([^])/g, (pair, after) =>
              after === '\n' ? '' : '"\\`$'.includes(after) ? after : pair,
            ),
      );
  return settings;
}

function environmentOf(service) {
  const settings = Object.fromEntries(
    (service.get('Environment') ?? []).flatMap(wordsOf).map((word) => {
      const [name, ...value] = word.split('=');
      return [name, value.join('=')];
    }),
  );
  for (const named of service.get('EnvironmentFile') ?? []) {
    const file = named.replace(/^-/, '');
    if (named !== file && !existsSync(file)) continue;
    Object.assign(settings, readEnvironmentFile(readFileSync(file, 'utf8')));
  }
  return settings;
}

function accountOf(user) {
  try {
    const [, , uid, gid, , home] = execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':');
    return { user, uid: Number(uid), gid: Number(gid), home };
  } catch {
    throw new Failure(`the unit names the user ${user}, which this machine does not have`);
  }
}

function become({ user, uid, gid }) {
  if (process.getuid() === uid) return;
  process.initgroups(user, gid);
  process.setgid(gid);
  process.setuid(uid);
}

function run(args) {
  const file = unitFile(process.env.REGROVE_UNIT || 'regrove');
  const service = readService(file);
  const lastOf = (name) => {
    const value = service.get(name)?.at(-1);
    if (value === undefined) throw new Failure(`${file} has no ${name}=`);
    return value;
  };
  const account = accountOf(lastOf('User'));
  if (process.getuid() !== 0 && process.getuid() !== account.uid)
    throw new Failure(`commands run as the user ${account.user}: put sudo before it`);
  // The program, up to the command that the service runs.
  const words = wordsOf(lastOf('ExecStart').replace(/^[-@:+!]+/, ''));
  const [program, ...before] = words.slice(
    0,
    words.findLastIndex((word) => /^(serve|worker)$/.test(word)),
  );
  if (program === undefined) throw new Failure(`ExecStart= of ${file} runs neither serve nor worker`);
  const ofTerminal = terminal.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const env = {
    PATH: path,
    ...Object.fromEntries(ofTerminal),
    HOME: account.home,
    USER: account.user,
    LOGNAME: account.user,
    ...environmentOf(service),
  };
  become(account);
  process.umask(0o077);
  const child = spawn(program, [...before, ...args], { env, stdio: 'inherit' });
  // A terminal sends these to the child as well, which decides when to end.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => fail(new Failure(`${program} cannot be run: ${error.message}`)));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

function fail(error) {
  const isKnown = error instanceof Failure || ['EACCES', 'ENOENT', 'EPERM'].includes(error.code);
  console.error(isKnown ? `regrove: ${error.message}` : error);
  process.exitCode = 1;
}

try {
  run(process.argv.slice(2));
} catch (error) {
  fail(error);
}
