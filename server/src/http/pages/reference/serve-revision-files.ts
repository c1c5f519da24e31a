import type { FastifyInstance } from 'fastify';
import { jsonType } from '../../edge/json-type.js';
import { sendPrecompressed, precompressBody, type PrecompressedBody } from '../precompressed-body.js';
import { brunoCollection } from './collections/bruno.js';
import { postmanCollection } from './collections/postman.js';
import type { ApiDescription } from './model.js';
import { operationForms } from './try-it/operation-forms.js';

interface RevisionFile {
  /** The name of the file when it is saved. Without it, the file is for our own script. */
  readonly savedAs?: (revision: string) => string;
  readonly type: string;
  readonly make: (api: ApiDescription) => Uint8Array;
}

const json = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));

/** Files of a revision, by their names below /docs/<revision>. */
const files: Readonly<Record<string, RevisionFile>> = {
  'regrove.postman_collection.json': {
    savedAs: (revision) => `regrove-${revision}.postman_collection.json`,
    type: jsonType,
    make: (api) => json(postmanCollection(api)),
  },
  'regrove-bruno.zip': {
    savedAs: (revision) => `regrove-${revision}-bruno.zip`,
    type: 'application/zip',
    make: brunoCollection,
  },
  'operations.json': { type: jsonType, make: (api) => json(operationForms(api)) },
};

/** Serves what is made from the description of a revision, once for each. `describe` returns undefined for an unknown revision. */
export function serveRevisionFiles(
  pages: FastifyInstance,
  describe: (revision: string) => ApiDescription | undefined,
): void {
  for (const [name, { savedAs, type, make }] of Object.entries(files)) {
    const made = new Map<string, Promise<PrecompressedBody>>();
    pages.route<{ Params: { revision: string } }>({
      method: ['GET', 'HEAD'],
      url: `/:revision/${name}`,
      handler: async (request, reply) => {
        const { revision } = request.params;
        const stored = made.get(revision);
        const api = stored ? undefined : describe(revision);
        const body = stored ?? (api && precompressBody(type, Buffer.from(make(api))));
        if (!body) {
          reply.callNotFound();
          return reply;
        }
        made.set(revision, body);
        reply.header('Cache-Control', 'no-cache');
        if (savedAs) reply.header('Content-Disposition', `attachment; filename="${savedAs(revision)}"`);
        return sendPrecompressed(request, reply, await body);
      },
    });
  }
}
