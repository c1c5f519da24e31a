import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { CreditNote } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreditNoteRow } from './credit-note-row.js';

/** The credit notes of all invoices of an account. */
export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'credit-notes'),
    appList<CreditNote>(accountEndpoint(account, 'credit-notes')),
  );
  return (
    <>
      <ScreenHeader
        title={t('app.invoices.creditNotes')}
        intro={t('app.creditNotes.intro')}
        back={{ to: screenPath(account.id, 'invoices'), label: t('app.invoices.all') }}
        actions={
          pages.items &&
          pages.items.length > 0 && <ExportMenu address={accountEndpoint(account, 'exports/credit-notes')} />
        }
      />
      <PagedList
        pages={pages}
        empty={<EmptyState title={t('app.creditNotes.emptyTitle')} text={t('app.creditNotes.emptyText')} />}
      >
        {(notes) => (
          <table className={classes['table']}>
            <TableHead
              columns={[
                ['app.invoices.number'],
                ['app.invoices.word', 'wide'],
                ['app.invoices.total', 'count'],
              ]}
            />
            <tbody>
              {notes.map((note) => (
                <CreditNoteRow key={note.id} note={note} hasInvoice />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </>
  );
}
