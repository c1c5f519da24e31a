import { isLoopback } from '../net/is-loopback.js';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. If false: STARTTLS where the server offers it. */
  readonly secure: boolean;
  /** Whether STARTTLS is mandatory: a login must not cross a network unencrypted. */
  readonly requiresTls: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
}

export interface MailSettings {
  /** Absent: mails are written to `directory`. */
  readonly smtp: SmtpServer | undefined;
  readonly from: string | undefined;
  readonly directory: string;
}

const submission = 587;
const submissions = 465;

/** Parses `smtp://user:password@host:port`. Errors never quote the input, because it may contain a password. */
export function smtpServer(text: string): SmtpServer | undefined {
  const url = /^smtps?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    throw new Error('must be like smtp://user:password@host:587 or smtps://user:password@host');
  if (url.username === '' && url.password !== '') throw new Error('has a password and no user');
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? (secure ? submissions : submission) : Number(url.port),
    secure,
    requiresTls: !secure && url.username !== '' && !isLoopback(host),
    login: url.username === '' ? undefined : { user: decoded(url.username), pass: decoded(url.password) },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % in its user or password that must be written as %25');
  }
}

/** Accepts `Name <address>` or a plain address. */
export function mailFrom(text: string): string | undefined {
  if (!/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new Error('must be like Regrove <no-reply@regrove.example>');
  return text;
}
