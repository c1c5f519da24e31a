const headerLength = 8;
const tags = { jobs: 0x02, end: 0x03, printers: 0x04, firstOfValues: 0x10 };
/** What is said in one number or one text: integer, enum, octetString, text, name, keyword, uri. */
const plainValues: ReadonlySet<number> = new Set([0x21, 0x23, 0x30, 0x41, 0x42, 0x44, 0x45]);
const numbers: ReadonlySet<number> = new Set([0x21, 0x23]);
const maxGroups = 100_000;

interface Attribute {
  readonly start: number;
  readonly name: string;
  isPlain: boolean;
}

/** Of one group: printers that tell all that they know come to some thousands. */
const maxFields = 20_000;
/** After so many, what follows is another message: the decoder takes its time with each. */
const fieldsPerMessage = 1_000;
const endOfMessage = Buffer.from([tags.end]);

/**
 * What a message says with nothing in it but the wanted attributes of printers and jobs, as far as they are plain; as several
 * messages where it is long. The decoder believes every length that it is told and descends as deep as it is led, so a
 * stranger's answer could keep it busy for ever. Here the fields are walked in a row, each within its bounds, whatever they
 * mean: on the wire, a collection is no more than further fields without a name. Throws when the message does not add up.
 */
export function* trimMessage(message: Buffer, wanted: ReadonlySet<string>): Generator<Buffer> {
  let parts: Buffer[] = [];
  let position = headerLength;
  let groups = 0;
  let fields = 0;
  let fieldsOfGroup = 0;
  let group: Buffer | undefined;
  let isGroupOpen = false;
  let attribute: Attribute | undefined;

  const keepAttribute = (): void => {
    if (group && attribute?.isPlain && wanted.has(attribute.name)) {
      if (!isGroupOpen) parts.push(group);
      isGroupOpen = true;
      parts.push(message.subarray(attribute.start, position));
    }
    attribute = undefined;
  };
  const readField = (): Buffer => {
    const length = message.readInt16BE(position);
    const start = position + 2;
    if (length < 0 || start + length > message.length) throw new RangeError('a field exceeds the message');
    position = start + length;
    return message.subarray(start, position);
  };
  const takeParts = (): Buffer => {
    const taken = Buffer.concat([message.subarray(0, headerLength), ...parts, endOfMessage]);
    parts = [];
    fields = 0;
    return taken;
  };

  for (;;) {
    const start = position;
    const tag = message.readUInt8(position);
    if (tag < tags.firstOfValues) {
      keepAttribute();
      position += 1;
      if (tag === tags.end) {
        yield takeParts();
        return;
      }
      groups += 1;
      if (groups > maxGroups) throw new RangeError('the message has too many groups');
      if (++fields > fieldsPerMessage) yield takeParts();
      group = tag === tags.jobs || tag === tags.printers ? message.subarray(start, position) : undefined;
      isGroupOpen = false;
      fieldsOfGroup = 0;
      continue;
    }
    fields += 1;
    if (++fieldsOfGroup > maxFields) throw new RangeError('a group has too many fields');
    if (message.readInt16BE(position + 1) !== 0) keepAttribute();
    position += 1;
    const name = readField();
    if (name.length > 0) attribute = { start, name: name.toString('latin1'), isPlain: true };
    if (!attribute) throw new RangeError('a value belongs to no attribute');
    const value = readField();
    attribute.isPlain &&= plainValues.has(tag) && (!numbers.has(tag) || value.length === 4);
  }
}
