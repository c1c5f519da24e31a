import { StringDecoder } from 'node:string_decoder';

/** Reads a JSON array of flat objects as it arrives, without buffering all of it. */
export async function readItems(answer, atEveryPart, onItem) {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const part of answer) {
    text += decoder.write(part);
    const end = text.lastIndexOf('},{');
    if (end > 0) {
      // Parses the objects so far as a separate array; the rest becomes the start of a new one.
      for (const item of JSON.parse(`${text.slice(0, end)}}]`)) onItem(item);
      text = `[${text.slice(end + 2)}`;
    }
    await atEveryPart?.();
  }
  for (const item of JSON.parse(text)) onItem(item);
}
