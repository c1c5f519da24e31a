import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';

interface License {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

/** What an archive contains. */
export interface Part {
  readonly 'bom-ref': string;
  readonly purl: string;
  readonly cpe?: string;
  readonly name: string;
  readonly version?: string;
  readonly licenses: readonly License[];
}

export interface Component {
  readonly 'bom-ref': string;
  readonly purl: string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly License[];
  readonly components?: readonly Part[];
}

export interface Sbom {
  readonly metadata: { readonly timestamp: string; readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const schemas = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
);
const schema = (name: string): object =>
  JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8'));

/** What the schema of CycloneDX 1.6 says against a document. */
export function sbomErrors(document: unknown): string[] {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: {
      'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
      // Not checked: documents of ours have none of these.
      'idn-email': true,
      'iri-reference': true,
      uri: true,
    },
  });
  // The parts refer to each other by the names of these files, not by their ids.
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(schema('bom-1.6'));
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export const nameOf = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`;
