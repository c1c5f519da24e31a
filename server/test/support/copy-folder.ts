import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Copies a folder with owners and permissions to a new path, or what it contains (`folder/.`) into an existing folder. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
