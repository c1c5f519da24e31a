import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { IconSearch } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';

/** Loaded when it is opened. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.js')).SearchDialog }));

/** Opens the search, as Ctrl-K and Cmd-K do, also while one types in a field. */
export function SearchButton({ at }: { readonly at: string }) {
  const { t } = useI18n();
  const [isOpen, dialog] = useDisclosure(false);
  useHotkeys([['mod+K', dialog.open]], []);
  return (
    <>
      <Tooltip label={`${t('app.search.open')} (Ctrl K)`}>
        <ActionIcon
          variant="default"
          size="lg"
          radius="xl"
          aria-label={t('app.search.open')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={dialog.open}
        >
          <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <SearchDialog at={at} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
