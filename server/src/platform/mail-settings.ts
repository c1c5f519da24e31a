export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise STARTTLS where the server offers it. */
  readonly secure: boolean;
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
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? submissions : submission) : Number(url.port),
    secure,
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

/** Reads `Name <address>` or an address alone. */
export function mailFrom(text: string): string | undefined {
  if (!/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new Error('must be like Regrove <no-reply@regrove.example>');
  return text;
}
