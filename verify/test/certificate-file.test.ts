import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CollectedDocument } from '../../server/src/http/pages/pdf/collected-document.js';
import { findSystemProgram } from '../../server/test/support/system-programs.js';
import { formatEntry } from '../../server/src/platform/tlog/format.js';
import { readCertificateFile, type CertificateFile } from '../src/index.js';
import { codeOf, issued } from './support/example-log.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const proof = 'c2sp.org/tlog-proof@v1\nindex 0\n\nendstream and endobj: the rest does not matter here\n';
const entry = formatEntry(issued(1));

async function found(pdf: Uint8Array): Promise<Record<keyof CertificateFile, string | undefined>> {
  const file = await readCertificateFile(pdf);
  const toText = (content?: Uint8Array): string | undefined => content && Buffer.from(content).toString();
  return { ...file, proof: toText(file.proof), entry: toText(file.entry) };
}
/** A PDF says that it is of a certificate. */
const type = 'certificate.issued';
const all = { proof, entry: entry.toString(), type };
const none = { proof: undefined, entry: undefined, type };

const stream = (dictionary: string, content: Uint8Array, newline = '\n'): string =>
  `<< /Type /EmbeddedFile ${dictionary} >>\nstream\n${Buffer.from(content).toString('latin1')}${newline}endstream`;
const flate = (content: string | Uint8Array, more = '', newline = '\n'): string => {
  const packed = deflateSync(content);
  return stream(`${more} /Filter /FlateDecode /Length ${packed.length}`, packed, newline);
};
const objects = (...bodies: readonly string[]): Uint8Array =>
  bytes(
    `%PDF-1.7\n${bodies.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer << >>\n%%EOF\n`,
  );

function written(compress = true): Promise<Buffer> {
  const document = new CollectedDocument({ info: { CreationDate: new Date(0) }, compress });
  document.text('A certificate, of which (1 0 obj) is only text');
  document.file(Buffer.from('another file'), { name: 'notes.txt' });
  document.file(Buffer.from(proof), { name: 'certificate.tlog-proof' });
  document.file(Buffer.from(entry), { name: 'entry.json' });
  return document.bytes();
}

/** A later state of what the server writes, in which the object of the entry is this. */
async function update(body: string): Promise<Uint8Array> {
  const chunks = (await written()).toString('latin1').split('endobj');
  const [, number] =
    chunks
      .filter((object) => /\/EmbeddedFile\b/.test(object) && object.includes('stream'))
      .map((object) => /(\d+) 0 obj/.exec(object) ?? [])
      .at(-1) ?? [];
  expect(number).toBeDefined();
  return bytes(`${number} 0 obj\n${body}\nendobj\n`);
}

describe('proof and entry', () => {
  it('are found in what the server writes, whatever the files are called', async () => {
    expect(await found(await written())).toEqual(all);
    const renamed = Buffer.from(
      (await written()).toString('latin1').replaceAll('entry.json', 'entry.____'),
      'latin1',
    );
    expect(await found(renamed)).toEqual(all);
  });

  it('are found after something that precedes the header, and in a later state of the file', async () => {
    const later = entry.toString().replace('943', '944');
    const pdf = Buffer.concat([bytes('something\n'), await written(), await update(flate(later))]);
    expect(await found(pdf)).toEqual({ ...all, entry: later });
  });

  it('are not what a later state of the file has replaced', async () => {
    for (const body of [flate('{"mine":1}'), 'null'])
      expect((await found(Buffer.concat([await written(), await update(body)]))).entry).not.toBe(
        entry.toString(),
      );
  });

  it.each([
    ['entries', entry.toString().replace('943', '944')],
    ['proofs', proof.replace('0', '1')],
  ])('are refused if there are two %s, of which readers show only one', async (_, other) => {
    const pdf = Buffer.concat([await written(), bytes(`99 0 obj\n${flate(other)}\nendobj\n`)]);
    expect(await codeOf(() => readCertificateFile(pdf))).toBe('malformed-pdf');
    const same = Buffer.concat([await written(), bytes(`99 0 obj\n${flate(entry)}\nendobj\n`)]);
    expect(await found(same)).toEqual(all);
  });

  it('are refused if the end of the PDF is missing', async () => {
    const pdf = await written();
    expect(await codeOf(() => readCertificateFile(pdf.subarray(0, -6)))).toBe('malformed-pdf');
  });

  it('are found in what qpdf has saved again, with object streams', async () => {
    expect(await found(await readFile(join(import.meta.dirname, 'support/saved-by-qpdf.pdf')))).toEqual(all);
  });

  const { binary, missing } = findSystemProgram('pdfattach');
  it.skipIf(missing)('are found in what others write (skipped if pdfattach is not installed)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'regrove-pdf-'));
    await writeFile(join(folder, 'in.pdf'), await written());
    await writeFile(join(folder, 'added.txt'), 'by Poppler');
    await promisify(execFile)(binary, ['in.pdf', 'added.txt', 'out.pdf'], { cwd: folder });
    const pdf = await readFile(join(folder, 'out.pdf'));
    await rm(folder, { recursive: true });
    expect(await found(pdf)).toEqual(all);
  });

  it.each(['\n', '\r\n', ''])(
    'are found with %j at their end, and a length that is elsewhere or wrong',
    async (newline) => {
      // Of these, some end with bytes that look like a newline.
      for (let at = 0; at < 600; at++) {
        const one = formatEntry(issued(at));
        const packed = deflateSync(one);
        const length = at % 2 === 0 ? '3 0 R' : '7';
        const pdf = objects(stream(`/Filter [/FlateDecode] /Length ${length}`, packed, newline));
        expect((await found(pdf)).entry).toBe(one.toString());
      }
    },
  );

  it('are found unpacked', async () => {
    expect(
      await found(objects(stream('', entry), stream('', bytes('c2sp.org/tlog-proof@v1\nx\n'), '\r\n'))),
    ).toEqual({
      proof: 'c2sp.org/tlog-proof@v1\nx\n',
      entry: entry.toString(),
      type,
    });
  });

  it('are found to be damaged rather than not at all', async () => {
    const damaged = entry.toString().replace('943', '943.5');
    expect(await found(objects(flate(damaged)))).toEqual({ ...none, entry: damaged });
    expect(await found(objects(flate(entry), flate('{"mine":1}')))).toMatchObject({
      entry: entry.toString(),
    });
  });

  it('are none in other files and among other streams', async () => {
    expect(await found(bytes('%PDF-1.7\n%%EOF'))).toEqual(none);
    expect(await found(objects('<< /EmbeddedFiles 1 0 R >>', flate('hello')))).toEqual(none);
    const other = flate(proof).replace('/EmbeddedFile ', '/EmbeddedFiles ');
    expect(await found(objects(other))).toEqual(none);
  });

  it('are one file if it is not a PDF', async () => {
    expect(await found(bytes(proof))).toEqual({ proof, entry: undefined, type: undefined });
    expect(await found(bytes(''))).toEqual({ proof: '', entry: undefined, type: undefined });
  });
});

describe('a hostile file', () => {
  it.each([
    ['unpacks to far more', flate(Buffer.alloc(64 * 1024 * 1024, '{'))],
    ['is packed twice', flate(deflateSync(entry)).replace('/FlateDecode', '[/FlateDecode /FlateDecode]')],
    ['is packed otherwise', stream('/Filter /LZWDecode', entry)],
    ['is not packed as it says', stream('/Filter /FlateDecode', entry)],
    ['does not end', `<< /Type /EmbeddedFile >>\nstream\n${entry.toString()}`],
  ])('with an attached file that %s has none', async (_, body) => {
    expect(await found(objects(body))).toEqual(none);
    // It is no reason not to find the others.
    expect(await found(objects(flate(proof), body, flate(entry)))).toMatchObject({ proof });
  });

  it('may be too large', async () => {
    const large = new Uint8Array(33 * 1024 * 1024);
    large.set(bytes('%PDF-1.7'));
    expect(await codeOf(() => readCertificateFile(large))).toBe('malformed-pdf');
  });

  const many = 300_000;
  it.each([
    ['objects', 'endobj'.repeat(many)],
    ['dictionaries', '1 0 obj <<>> '.repeat(many)],
    ['dictionaries that end', '>>'.repeat(many)],
    ['spaces', `>>${' '.repeat(many)}`],
    ['dictionaries with spaces', `>>${' '.repeat(99)}`.repeat(many / 10)],
    ['digits', '1'.repeat(many)],
    ['types', '/EmbeddedFile '.repeat(many)],
    ['streams without end', '1 0 obj <</EmbeddedFile>> stream\n'.repeat(many)],
    ['streams', '<</EmbeddedFile /FlateDecode>>stream\nendstream endobj '.repeat(many)],
    ['large streams', `${flate(Buffer.alloc(8 * 1024 * 1024))} endobj `.repeat(many / 100)],
  ])('of many %s takes no longer than another', async (_, text) => {
    const start = performance.now();
    expect(await found(bytes(`%PDF-1.7\n${text}\n%%EOF`))).toEqual(none);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
