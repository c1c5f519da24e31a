/** The part of the package that is in use: words to bytes, and bytes to words. Its own HTTP knows nothing of our policy. */
declare module '@sealsystems/ipp' {
  type Value = string | number | boolean;
  type Group = Readonly<Record<string, Value | readonly Value[]>>;

  interface IppRequest {
    readonly version: '1.1' | '2.0';
    readonly operation: string;
    readonly id: number;
    readonly 'operation-attributes-tag': Group;
  }

  interface IppResponse {
    readonly version: string;
    /** By name; missing when the package knows no name for it. */
    readonly statusCode?: string;
    /** One group, or several of a kind. */
    readonly 'job-attributes-tag'?: Group | readonly Group[];
    readonly 'printer-attributes-tag'?: Group | readonly Group[];
  }

  const ipp: {
    serialize(message: IppRequest): Buffer;
    parse(message: Buffer): IppResponse;
  };
  export = ipp;
}
