import { isJobLines } from './read-job-lines.js';

type ReadFormat = (text: string) => Promise<unknown> | undefined;

const csv: ReadFormat = (text) => Promise.resolve({ csv: text });
const jsonLines: ReadFormat = (text) => Promise.resolve({ jsonl: text });

/** The JSON body itself: programs that name no media type often send it as plain text. No job has these fields. */
const isJsonBody = (text: string): boolean => /^\s*\{\s*"(?:csv|jsonl)"\s*:/.test(text);

const byContent: ReadFormat = (text) => {
  if (isJsonBody(text)) return undefined;
  return isJobLines(text) ? jsonLines(text) : csv(text);
};

/**
 * What the body would contain as JSON, by its media type. JSON Lines have no registered one, but several in use. Forms are not among
 * them, although curl takes files for one: it would remove their line breaks.
 */
export const jobFileFormats: Readonly<Record<string, ReadFormat>> = {
  'text/csv': csv,
  'application/x-ndjson': jsonLines,
  'application/ndjson': jsonLines,
  'application/jsonl': jsonLines,
  'application/x-jsonlines': jsonLines,
  'application/json-lines': jsonLines,
  'text/plain': byContent,
};
