import { addressRanges } from '../net/address-ranges.js';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise STARTTLS where the server offers it. */
  readonly secure: boolean;
  /** STARTTLS or nothing: there is a login, and it would cross a network. */
  readonly requiresTls: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
}

/** How mails leave. */
export interface MailSettings {
  /** Absent: they are written into the directory instead. */
  readonly smtp: SmtpServer | undefined;
  readonly from: string | undefined;
  readonly directory: string;
}

const submission = 587;
const submissions = 465;

/** Reads `smtp://user:password@host:port`; what it says when it cannot repeats nothing, since there is a password in it. */
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

const loopback = addressRanges(['127.0.0.0/8', '::1']);

/** By what the setting says, not by what a name resolves to: who answers for names is not trusted with a login. */
const isLoopback = (host: string): boolean => host.toLowerCase() === 'localhost' || loopback.include(host);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % in its user or password that must be written as %25');
  }
}

/** Reads `Name <address>` or an address alone. */
export function mailFrom(text: string): string | undefined {
  if (!/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new Error('must be like Regrove <no-reply@regrove.example>');
  return text;
}
