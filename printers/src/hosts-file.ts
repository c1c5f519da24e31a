import { readFile } from 'node:fs/promises';

/** Always false on systems that keep the file elsewhere. */
export async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  const wanted = name.toLowerCase();
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(wanted);
  });
}
