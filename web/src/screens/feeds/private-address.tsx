import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { printerLocationSearch } from './printer-location.js';
import classes from './private-address.module.css';

/** Says why such an address cannot be read from here, and offers what can. */
export function PrivateAddress() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <div className={classes['notice']} role="note">
      <strong>{t('app.feeds.private.title')}</strong>
      <p>{t('app.feeds.private.text')}</p>
      <FullPermissionOnly>
        <Button
          variant="default"
          size="sm"
          renderRoot={(props: object) => (
            <Link
              {...props}
              to={screenPath(account.id, 'feeds/new')}
              search={printerLocationSearch('office')}
            />
          )}
        >
          {t('app.feeds.private.action')}
        </Button>
      </FullPermissionOnly>
    </div>
  );
}

const privateRanges = /^(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;

/**
 * Whether the text names an address of an office network. Only to explain: the server decides which addresses it calls, and knows
 * more of them.
 */
export const isPrivateAddress = (text: string): boolean =>
  /[\w-]\.local\b/i.test(text) ||
  (text.match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g) ?? []).some((address) =>
    privateRanges.test(address),
  );
