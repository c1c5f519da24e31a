/** What a certificate says. */
export interface CertificateFacts {
  readonly id: string;
  /** As it is shown. */
  readonly number: string;
  readonly accountName: string;
  /** An exact decimal. */
  readonly trees: string;
  readonly pages: number;
  readonly date: Date;
  readonly project: {
    readonly name: string;
    readonly latitude: number;
    readonly longitude: number;
    /** JPEG or PNG. */
    readonly picture?: Buffer;
  };
  /** Where the certificate can be looked up. */
  readonly url: string;
  readonly locale: string;
}

/** The words of a locale, and how numbers and dates are written in it. */
export interface CertificateWords {
  readonly locale: string;
  say(key: string, values?: Record<string, unknown>): string;
  number(value: number | string, options?: Intl.NumberFormatOptions): string;
  date(date: Date): string;
}
