import { Text } from '@mantine/core';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { FoundAccount } from '../../api/wire.js';
import { Empty } from '../../components/empty.js';
import { Paged } from '../../components/paged.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AccountRow } from './account-row.js';
import classes from './accounts.module.css';

const atOnce = 50;

/** The accounts at any depth that go by what is sought; the server looks for them, as there may be thousands. */
export function Found({ sought }: { readonly sought: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePages(
    accountKey(account.id, 'accounts', 'search', sought),
    appList<FoundAccount>(ofAccount(account, `search?q=${encodeURIComponent(sought)}`)),
    atOnce,
  );
  return (
    <Paged
      isBare
      pages={pages}
      empty={<Empty title={t('app.accounts.noneTitle')} text={t('app.accounts.noneText')} />}
    >
      {(items) => (
        <>
          <Text size="sm" c="dimmed" aria-live="polite" mb="sm">
            {t(pages.hasNextPage ? 'app.accounts.countOfLoaded' : 'app.accounts.count', {
              count: items.length,
            })}
          </Text>
          <ul className={classes['list']}>
            {items.map((child) => (
              <AccountRow
                key={child.id}
                child={child}
                parent={child.parent_id === account.id ? undefined : child.parent_display_name}
              />
            ))}
          </ul>
        </>
      )}
    </Paged>
  );
}
