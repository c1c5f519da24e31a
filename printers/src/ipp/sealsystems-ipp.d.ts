/** Only the encoder and the decoder. The HTTP client of the package is not used, as it ignores our network policy. */
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
    /** The name of the status; missing if the package does not know it. */
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
