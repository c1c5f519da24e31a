import { appList } from '../../../api/ask-app.js';
import { usePages } from '../../../api/use-pages.js';
import type { AuditEntry } from '../../../api/wire.js';
import { Empty } from '../../../components/empty.js';
import { Paged } from '../../../components/paged.js';
import { ScreenHead } from '../../../components/screen-head.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { Entry } from './entry.js';
import { Filters } from './filters.js';
import { queryOf, useFilter } from './use-filter.js';

export function View() {
  const { t } = useI18n();
  const [filter, setFilter] = useFilter();
  const query = queryOf(filter);
  const pages = usePages(
    operatorKey('audit', query),
    appList<AuditEntry>(`operator/audit?${query}`),
    50,
    true,
  );
  return (
    <>
      <ScreenHead title={t('app.operator.audit.title')} intro={t('app.operator.audit.intro')} />
      <Filters filter={filter} onChange={setFilter} />
      <Paged
        pages={pages}
        empty={<Empty title={t('app.operator.audit.emptyTitle')} text={t('app.operator.audit.emptyText')} />}
      >
        {(items) => (
          <ol className={rows['list']}>
            {items.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                onAccount={(account) => setFilter({ ...filter, account, isInstallation: false })}
              />
            ))}
          </ol>
        )}
      </Paged>
    </>
  );
}
