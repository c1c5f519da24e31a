import { groupTags, integer, mediaType, message, uri } from './ipp-message.js';

const printJob = 0x0002;

/** Prints a document at this IPP address. */
export async function printByIpp(
  printer: string,
  document: { readonly type: string; readonly content: Buffer; readonly copies?: number },
): Promise<void> {
  const operation = [uri('printer-uri', printer), mediaType('document-format', document.type)];
  const job = [integer('copies', document.copies ?? 1)];
  const request = message(printJob, [[groupTags.job, job]], { operation });
  const answer = await fetch(printer.replace('ipp:', 'http:'), {
    method: 'POST',
    headers: { 'content-type': 'application/ipp' },
    body: Buffer.concat([request, document.content]),
  });
  const status = Buffer.from(await answer.arrayBuffer()).readUInt16BE(2);
  if (status > 0x00ff) throw new Error(`the printer answered 0x${status.toString(16)}`);
}
