import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { CreditNoteOfAccount } from '../../../api/wire.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { CreditNoteRow } from './credit-note-row.js';

/** The credit notes of all accounts. */
export function View() {
  const { t } = useI18n();
  const pages = usePagedList(
    operatorKey('credit-notes'),
    appList<CreditNoteOfAccount>('operator/credit-notes'),
  );
  return (
    <>
      <ScreenHeader
        title={t('app.invoices.creditNotes')}
        intro={t('app.creditNotes.intro')}
        actions={<ExportMenu address="operator/exports/credit-notes" />}
      />
      <PagedList
        pages={pages}
        empty={<EmptyState title={t('app.creditNotes.emptyTitle')} text={t('app.creditNotes.emptyText')} />}
      >
        {(notes) => (
          <ul className={rows['list']}>
            {notes.map((note) => (
              <CreditNoteRow key={note.id} note={note} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
