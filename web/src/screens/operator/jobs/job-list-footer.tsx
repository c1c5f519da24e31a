import { Text } from '@mantine/core';
import type { Jobs } from '../../../api/wire.js';
import { LoadMore } from '../../../components/load-more.js';
import { useI18n } from '../../../i18n/use-i18n.js';

interface JobListFooterProps extends Jobs {
  readonly shown: number;
  readonly onMore: () => void;
}

/** Tells if there are more jobs than the server lists. */
export function JobListFooter({ total, jobs, shown, onMore }: JobListFooterProps) {
  const { t } = useI18n();
  return (
    <>
      {total > jobs.length && (
        <Text c="dimmed" mt="md">
          {t('app.operator.jobs.firstOf', { listed: jobs.length, total })}
        </Text>
      )}
      <LoadMore hasMore={jobs.length > shown} isBusy={false} onMore={onMore} />
    </>
  );
}
