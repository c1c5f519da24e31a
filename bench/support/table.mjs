const headings = ['', 'ours', 'compared with', '', 'ratio', 'limit', ''];

/** One line per result; with a verdict if the run was large enough. */
export function printTable(results, { isJudged }) {
  const lines = results.map(({ what, ours, other, otherIs, ratio, bar, holds }) => [
    what,
    ours,
    other,
    otherIs,
    ratio.toFixed(2),
    bar,
    isJudged && bar !== 'none' ? (holds ? 'ok' : 'FAILED') : '',
  ]);
  const cells = [headings, ...lines];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
}

export const milliseconds = (value) => `${value.toFixed(value < 100 ? 2 : 0)} ms`;
export const microseconds = (ms) => `${(ms * 1000).toFixed(0)} µs`;
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
export const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(1)} kB`;
export const count = (value) => value.toLocaleString('en');
