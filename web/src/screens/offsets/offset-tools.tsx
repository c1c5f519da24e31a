import { accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import type { ListControl } from '../../api/use-list-state.js';
import { useProjects } from '../../api/use-projects.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { useLevelFilter } from '../../components/use-level-filter.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface OffsetToolsProps {
  readonly list: ListControl;
  /** Those of one order are few: they have no further filters. */
  readonly isOfOrder: boolean;
}

export function OffsetTools({ list, isOfOrder }: OffsetToolsProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const level = useLevelFilter();
  const projects = useProjects().data ?? [];
  const options = [
    { value: '', label: t('app.list.anyProject') },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ListTools
      list={list}
      hasRange={!isOfOrder}
      filters={isOfOrder ? [] : [...level, { name: 'project_id', label: t('app.project'), options }]}
      actions={<ExportMenu address={accountEndpoint(account, list.addressOf('exports/offsets'))} />}
    />
  );
}
