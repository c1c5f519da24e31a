import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CollectedDocument } from '../../server/src/http/pages/pdf/collected-document.js';
import { peer } from '../../server/test/support/system-peers.js';
import { attachedFiles } from '../src/index.js';
import { codeOf } from './support/example-log.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const found = async (pdf: Uint8Array): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await attachedFiles(pdf)).map((file) => [file.name, Buffer.from(file.bytes).toString()]),
  );

const stream = (dictionary: string, content: Uint8Array): string =>
  `<< ${dictionary} >>\nstream\n${Buffer.from(content).toString('latin1')}\nendstream`;
const flate = (content: string | Uint8Array, more = ''): string => {
  const packed = deflateSync(content);
  return stream(`${more} /Filter /FlateDecode /Length ${packed.length}`, packed);
};
const objects = (...bodies: readonly string[]): Uint8Array =>
  bytes(
    `%PDF-1.7\n${bodies.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer << >>\n%%EOF\n`,
  );

function written(): Promise<Buffer> {
  const document = new CollectedDocument({ info: { CreationDate: new Date(0) } });
  document.text('A certificate, of which (1 0 obj) is only text');
  document.file(Buffer.from('the proof'), { name: 'certificate.tlog-proof' });
  document.file(Buffer.from('{"v":1}'), { name: 'größe (1).json' });
  return document.bytes();
}

describe('attached files', () => {
  it('are found in what the server writes', async () => {
    expect(await found(await written())).toEqual({
      'certificate.tlog-proof': 'the proof',
      'größe (1).json': '{"v":1}',
    });
  });

  it('are only unpacked if they are wanted', async () => {
    const files = await attachedFiles(await written(), (name) => name.endsWith('.tlog-proof'));
    expect(files.map(({ name }) => name)).toEqual(['certificate.tlog-proof']);
  });

  const { binary, missing } = peer('pdfattach');
  it.skipIf(missing)('are found in what others write (skipped if pdfattach is not installed)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'regrove-pdf-'));
    await writeFile(join(folder, 'in.pdf'), await written());
    await writeFile(join(folder, 'added.txt'), 'by Poppler');
    await promisify(execFile)(binary, ['in.pdf', 'added.txt', 'out.pdf'], { cwd: folder });
    const pdf = await readFile(join(folder, 'out.pdf'));
    await rm(folder, { recursive: true });
    expect(await found(pdf)).toMatchObject({
      'added.txt': 'by Poppler',
      'certificate.tlog-proof': 'the proof',
    });
  });

  it('are found in object streams, and with a length that is elsewhere', async () => {
    const first = '<< /Type /Filespec /F (plain.txt) /UF <FEFF00E9002E007400780074> /EF 11 0 R >>';
    const second = '<< /F 2 0 R /UF 2 0 R >>';
    const header = `10 0 11 ${first.length + 1} `;
    const packed = deflateSync('found');
    const pdf = objects(
      flate(`${header}${first} ${second}`, `/Type /ObjStm /N 2 /First ${header.length}`),
      stream('/Filter [/FlateDecode] /Length 3 0 R', packed),
      String(packed.length),
    );
    expect(await found(pdf)).toEqual({ 'é.txt': 'found' });
  });

  it('are found within other objects, unpacked, and by their latest state', async () => {
    const pdf = objects(
      '<< /Names [(a) << /F (a\\(\\101\\).txt) /EF << /F 2 0 R >> >>] >>',
      stream('/Length 3', bytes('old')),
    );
    const update = bytes(`2 0 obj\n${stream('/Length 3', bytes('new'))}\nendobj\n`);
    expect(await found(Buffer.concat([pdf, update]))).toEqual({ 'a(A).txt': 'new' });
  });

  it('are none in other files', async () => {
    expect(await found(bytes(''))).toEqual({});
    expect(await found(bytes('hello'))).toEqual({});
    expect(await found(objects('<< /EF 1 0 R /F (a) >>', '<< /EF << /F 9 0 R >> /F (a) >>'))).toEqual({});
  });

  it('are not taken from the data of a stream', async () => {
    const inner = '1 0 obj << /F (fake.txt) /EF << /F 1 0 R >> >> endobj';
    expect(await found(objects('null', stream(`/Length ${inner.length}`, bytes(inner))))).toEqual({});
  });
});

describe('a hostile file', () => {
  const specification = '<< /F (a) /EF << /F 2 0 R >> >>';

  it.each([
    ['unpacks to far more', flate(Buffer.alloc(64 * 1024 * 1024))],
    [
      'is packed twice',
      flate(flate('a'), '/Filter2 /x').replace('/FlateDecode', '[/FlateDecode /FlateDecode]'),
    ],
    ['is packed otherwise', stream('/Filter /LZWDecode /Length 3', bytes('abc'))],
    ['is not packed as it says', stream('/Filter /FlateDecode /Length 3', bytes('abc'))],
    ['has a predictor', flate('a', '/DecodeParms << /Predictor 12 >>')],
  ])('that %s is refused', async (_, body) => {
    expect(await codeOf(() => attachedFiles(objects(specification, body)))).toBe('malformed-pdf');
  });

  it('may be too large', async () => {
    expect(await codeOf(() => attachedFiles(new Uint8Array(33 * 1024 * 1024)))).toBe('malformed-pdf');
  });

  const many = 300_000;
  it.each([
    ['strings without end', '1 0 obj ('.repeat(many)],
    ['lists without end', '1 0 obj ['.repeat(many)],
    ['dictionaries in each other', `1 0 obj ${'<</a '.repeat(many)}`],
    ['lists in each other', `1 0 obj ${'['.repeat(many)}`],
    ['parentheses in each other', `1 0 obj ${'('.repeat(many)}`],
    ['digits', '1'.repeat(many)],
    ['digits and spaces', '1 '.repeat(many)],
    ['spaces', `1 0 obj <<${' '.repeat(many)}`],
    ['comments', `1 0 obj <<${'%'.repeat(many)}`],
    ['a comment after each object', '1 0 obj %'.repeat(many)],
    ['hexadecimal digits', `1 0 obj ${'<a'.repeat(many)}`],
    ['streams without end', '1 0 obj <<>> stream\n'.repeat(many)],
    ['streams of a wrong length', '1 0 obj <</Length 9>> stream\nendstream '.repeat(many)],
    ['names', `1 0 obj ${'/'.repeat(many)}`],
  ])('of many %s takes no longer than another', async (_, text) => {
    const start = performance.now();
    await attachedFiles(bytes(text)).catch(() => []);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('that refers to one attached file again and again is not unpacked without limit', async () => {
    const data = Buffer.alloc(1024 * 1024);
    for (const body of [flate(data), stream(`/Length ${data.length}`, data)]) {
      const pdf = objects(specification, body, ...Array.from({ length: 1000 }, () => specification));
      expect(await codeOf(() => attachedFiles(pdf))).toBe('malformed-pdf');
    }
  });
});
