/** One instruction of a Dockerfile, with its lines joined. */
export interface Instruction {
  readonly keyword: string;
  readonly text: string;
  /** The name or number of its stage. */
  readonly stage: string;
}

export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  let stage = '';
  return lines.map((line, index) => {
    const [, keyword = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') stage = / AS (\S+)$/.exec(text)?.[1] ?? `stage ${index}`;
    return { keyword, text: text.trim(), stage };
  });
}

export interface Copy {
  /** Undefined: from the repository. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export const copiesOf = (instructions: readonly Instruction[]): Copy[] =>
  instructions
    .filter(({ keyword }) => keyword === 'COPY')
    .map(({ text }) => {
      const words = text.split(/\s+/);
      const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
      const paths = words.filter((word) => !word.startsWith('--'));
      return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
    });

/** Whether .dockerignore lets a path of the repository into the build: the last matching line decides. */
export function reachesBuild(path: string, dockerignore: string): boolean {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  let reaches = true;
  for (const line of lines) {
    const pattern = line
      .replace(/^!/, '')
      .replace(/[.+^$()|\\]/g, '\\$&')
      .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
    if (new RegExp(`^${pattern}(/|$)`).test(path)) reaches = line.startsWith('!');
  }
  return reaches;
}
