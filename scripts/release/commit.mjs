import { execFileSync } from 'node:child_process';

const maxListed = 10;

/** The commit that is checked out, with its time in seconds. Refuses if there are changes, which would not be part of the release. */
export function readCommit(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  let changes;
  try {
    changes = git('status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean);
  } catch (error) {
    throw new Error(`A release is made from a clone of the repository: ${error.stderr ?? error.message}`, {
      cause: error,
    });
  }
  if (changes.length > 0) {
    const more = changes.length > maxListed ? [`and ${changes.length - maxListed} more`] : [];
    throw new Error(
      ['A release is made from a commit. Commit or remove these changes first:']
        .concat(changes.slice(0, maxListed), more)
        .join('\n'),
    );
  }
  const [id, seconds] = git('show', '--no-patch', '--format=%H %ct', 'HEAD').trim().split(' ');
  return { id, seconds: Number(seconds) };
}

/** Writes the files of a commit to a folder. */
export function exportCommit(root, { id }, folder) {
  const archive = execFileSync('git', ['-c', 'tar.umask=0022', 'archive', '--format=tar', id], {
    cwd: root,
    maxBuffer: Infinity,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive, stdio: ['pipe', 2, 2] });
}
