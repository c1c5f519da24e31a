import { invalid } from '../../platform/errors.js';
import { hasDotSegment } from '@regrove/printers/dot-segments';

const form = /^(https?|ipps?|snmp):\/\/[^/?#]+([^?#]*)/i;

/** Returns the URL unchanged if it is complete and unambiguous. */
export function requireServerUrl(text: string): string {
  const [, , path = ''] = form.exec(text) ?? [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !form.test(text) || text.includes('\\') || url.hostname === '') {
    throw invalid(
      'url must be a whole address such as https://print.example.com:9192, snmp://10.0.0.5 or ipp://host/ipp',
      { code: 'bad-url', field: 'url' },
    );
  }
  if (url.username !== '' || url.password !== '')
    throw invalid('url must not contain a username or password', {
      code: 'url-has-credentials',
      field: 'url',
    });
  if (hasDotSegment(path))
    throw invalid('url must not contain . or .. in its path', { code: 'url-has-dots', field: 'url' });
  return text;
}
