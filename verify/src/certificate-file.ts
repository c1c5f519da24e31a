import { concat } from './bytes.js';
import { parseEntry, type CertificateIssued } from './entry.js';
import { assert } from './errors.js';
import { maxProofBytes, proofHeader } from './proof.js';

/** What a certificate is verified with. */
export interface CertificateFile {
  /** Undefined if there is none in the PDF. */
  readonly proof: Uint8Array | undefined;
  readonly entry: Uint8Array | undefined;
  /** What the entry must be: a PDF is of a certificate, and a proof may be of anything in the log. */
  readonly type: CertificateIssued['type'] | undefined;
}

const maxPdfBytes = 32 * 1024 * 1024;
/** More than the certificates of any server have. */
const maxAttachments = 100;

/** One character for each byte, which this encoding keeps for all that the syntax uses. */
const toText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/**
 * Finds the proof and the entry in a PDF, or takes the file for a proof. They are recognised by what they are, because others may
 * have renamed the attached files.
 *
 * What a PDF shows proves nothing: compare it with the entry that was attached and verified.
 */
export async function readCertificateFile(file: Uint8Array): Promise<CertificateFile> {
  // What precedes the header is allowed.
  if (!toText(file.subarray(0, 1024)).includes('%PDF-'))
    return { proof: file, entry: undefined, type: undefined };
  const attached = (await attachedFiles(file)).reverse();
  const startsWith = (start: string) => (bytes: Uint8Array) =>
    toText(bytes.subarray(0, 22)).startsWith(start);
  // Other programs may show another one of them than the one that is verified.
  for (const isOfKind of [startsWith(proofHeader), isEntry])
    assert(
      new Set(attached.filter(isOfKind).map(toText)).size <= 1,
      'malformed-pdf',
      'Several proofs or entries',
    );
  return {
    proof: attached.find(startsWith(proofHeader)),
    // One that is damaged is better than none: it is found to be so.
    entry: attached.find(isEntry) ?? attached.find(startsWith('{')),
    type: 'certificate.issued',
  };
}

function isEntry(bytes: Uint8Array): boolean {
  try {
    return parseEntry(bytes).type !== '';
  } catch {
    return false;
  }
}

/**
 * The contents of attached files, in the order of the file. They are streams, which are never packed into other objects, so this needs
 * no table of objects: these are of several kinds, and may be wrong. Encrypted files have none that can be read.
 */
async function attachedFiles(pdf: Uint8Array): Promise<Uint8Array[]> {
  assert(pdf.length <= maxPdfBytes, 'malformed-pdf', `A PDF of more than ${maxPdfBytes} bytes`);
  // What follows the end is allowed, too.
  assert(toText(pdf.subarray(-2048)).includes('%%EOF'), 'malformed-pdf', 'Its end is missing');
  const found = new Map<string | number, Uint8Array>();
  let at = 0;
  let count = 0;
  for (const object of toText(pdf).split('endobj')) {
    // An object replaces an earlier one of the same number.
    const number = /(?<!\d)(\d+)\s\d+\sobj/.exec(object)?.[1] ?? at;
    found.delete(number);
    const [start = '', dictionary = ''] = /^([^]*?>>\s*)stream\r?\n/.exec(object) ?? [];
    const end = object.lastIndexOf('endstream');
    if (/\/EmbeddedFile\b/.test(dictionary) && end >= start.length && ++count <= maxAttachments) {
      const filters = dictionary.match(/\/\w+Decode\b/g) ?? [];
      const content = pdf.subarray(at + start.length, at + end);
      const bytes = await unpack(content, filters.join());
      if (bytes) found.set(number, bytes);
    }
    at += object.length + 6;
  }
  return [...found.values()];
}

/** Undefined if it is of no use: packed in another way, damaged, or too long. */
async function unpack(content: Uint8Array, filter: string): Promise<Uint8Array | undefined> {
  const newline = /\r?\n?$/.exec(toText(content.subarray(-2)))?.[0].length ?? 0;
  const without = (length: number): Uint8Array => content.subarray(0, content.length - length);
  if (filter === '') return without(newline);
  // The newline belongs to the syntax, but what looks like one may be the end of the data.
  if (filter === '/FlateDecode')
    for (let cut = newline; cut >= 0; cut--) {
      try {
        return await inflate(without(cut));
      } catch {
        // The next one may be right.
      }
    }
  return undefined;
}

/** Stops at the limit, however much there would be. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; length <= maxProofBytes;) {
    const { done, value } = (await reader.read()) as { done: boolean; value: Uint8Array };
    if (done) return concat(...parts);
    length += value.length;
    parts.push(value);
  }
  await reader.cancel();
  return undefined;
}
