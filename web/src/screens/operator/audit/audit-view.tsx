import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { AuditEntry } from '../../../api/wire.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { AuditEntryRow } from './audit-entry-row.js';
import { AuditFilters } from './audit-filters.js';
import { toQueryString, useAuditFilter } from './use-audit-filter.js';

export function View() {
  const { t } = useI18n();
  const [filter, setFilter] = useAuditFilter();
  const query = toQueryString(filter);
  const pages = usePagedList(
    operatorKey('audit', query),
    appList<AuditEntry>(`operator/audit?${query}`),
    50,
    true,
  );
  return (
    <>
      <ScreenHeader
        title={t('app.operator.audit.title')}
        intro={t('app.operator.audit.intro')}
        actions={<ExportMenu address={`operator/exports/audit?${query}`} />}
      />
      <AuditFilters filter={filter} onChange={setFilter} />
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={t('app.operator.audit.emptyTitle')} text={t('app.operator.audit.emptyText')} />
        }
      >
        {(items) => (
          <ol className={rows['list']}>
            {items.map((entry) => (
              <AuditEntryRow
                key={entry.id}
                entry={entry}
                onAccount={(account) => setFilter({ ...filter, account, isInstallation: false })}
              />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
}
