/** IPP messages encoded by hand according to RFC 8010, so that tests do not depend on the library that is tested. */
export type Field = readonly [valueTag: number, name: string, value: Buffer];
export type Group = readonly [groupTag: number, fields: readonly Field[]];

export const groupTags = { job: 0x02, printer: 0x04 };

export function integer(name: string, value: number): Field {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return [0x21, name, bytes];
}
export function enumerated(name: string, value: number): Field {
  return [0x23, name, integer(name, value)[2]];
}
export const text = (name: string, value: string): Field => [0x41, name, Buffer.from(value)];
export const uri = (name: string, value: string): Field => [0x45, name, Buffer.from(value)];
export const mediaType = (name: string, value: string): Field => [0x49, name, Buffer.from(value)];
/** The out-of-band value for an unknown attribute. */
export const unknown = (name: string): Field => [0x12, name, Buffer.alloc(0)];
/** An additional value of the previous attribute, or part of a collection. */
export const further = ([tag, , value]: Field): Field => [tag, '', value];

interface Head {
  readonly version?: readonly [number, number];
  /** The operation attributes. */
  readonly operation?: readonly Field[];
}

/** The code is an operation or a status. */
export function message(
  code: number,
  groups: readonly Group[],
  { version = [2, 0], operation = [] }: Head = {},
): Buffer {
  const charset: Field = [0x47, 'attributes-charset', Buffer.from('utf-8')];
  const language: Field = [0x48, 'attributes-natural-language', Buffer.from('en')];
  return Buffer.concat([
    Buffer.from([...version, code >> 8, code & 0xff, 0, 0, 0, 1]),
    group([0x01, [charset, language, ...operation]]),
    ...groups.map(group),
    Buffer.from([0x03]),
  ]);
}

function group([tag, fields]: Group): Buffer {
  return Buffer.concat([Buffer.from([tag]), ...fields.map(field)]);
}

function field([tag, name, value]: Field): Buffer {
  return Buffer.concat([Buffer.from([tag]), sized(Buffer.from(name)), sized(value)]);
}

function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
