import { Link } from '@tanstack/react-router';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ListedMail } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './mails.module.css';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'mails'),
    appList<ListedMail>(accountEndpoint(account, 'sandbox/mails')),
  );
  return (
    <>
      <ScreenHeader title={t('app.mails.title')} intro={t('app.mails.intro')} />
      <PagedList
        pages={pages}
        empty={<EmptyState title={t('app.mails.emptyTitle')} text={t('app.mails.emptyText')} />}
      >
        {(mails) => (
          <ul className={classes['list']}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function MailRow({ mail }: { readonly mail: ListedMail }) {
  const { t, clock } = useI18n();
  const { account } = useScope();
  return (
    <li className={classes['row']}>
      <Link to={screenPath(account.id, `mails/${mail.id}`)} className={classes['subject']}>
        {mail.subject}
      </Link>
      <time dateTime={mail.created_at} className={classes['time']}>
        {clock(mail.created_at)}
      </time>
      <span className={classes['to']}>
        <span>{t('app.mails.to', { address: mail.to })}</span>
        <span>{mail.account_name}</span>
      </span>
    </li>
  );
}
