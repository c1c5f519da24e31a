import { defaultRevision } from '../../../../wire/revisions/index.js';
import type { ApiDescription, Operation } from '../model.js';

export const exampleUserAgent = 'PrintDesk/1.2.3 (Vendor)';

/** The path of an example request, with an example id. */
export const examplePath = ({ path, exampleId }: Operation): string => path.replaceAll(/\{\w+\}/g, exampleId);

export const exampleQuery = ({ parameters }: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ start_date: '2026-10-01', end_date: '2026-10-31', year: '2026' }).filter(([name]) =>
      parameters.some((parameter) => parameter.name === name),
    ),
  );

/** Headers that a request needs besides its key. The key may be pinned to another revision than that of the page. */
export const exampleHeaders = ({
  revision,
  requiresUserAgent,
}: ApiDescription): Readonly<Record<string, string>> => ({
  ...(requiresUserAgent && { 'User-Agent': exampleUserAgent }),
  ...(revision !== defaultRevision && { 'API-Revision': revision }),
});
