import { readFile } from 'node:fs/promises';

/** Names that the machine knows by itself; where they are kept elsewhere, none. */
export async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  const wanted = name.toLowerCase();
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(wanted);
  });
}
