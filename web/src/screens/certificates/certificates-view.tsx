import { Button, Menu, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconFileTypePdf, IconRosetteDiscountCheck } from '../../icons/icons.js';
import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { isCombined, useLevels } from '../../api/use-levels.js';
import { idPattern, useListState, type ListControl } from '../../api/use-list-state.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { useProjects } from '../../api/use-projects.js';
import type { ListedCertificate } from '../../api/wire.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { ListTools } from '../../components/list-tools.js';
import { LoadError } from '../../components/load-error.js';
import { LoadNextPage } from '../../components/load-next-page.js';
import { NothingMatches } from '../../components/nothing-matches.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useLevelFilter } from '../../components/use-level-filter.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CertificateArchive } from './certificate-archive.js';
import { CertificateCard } from './certificate-card.js';
import { Gallery } from './gallery.js';

const pageSize = 12;

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const [isArchiving, archive] = useDisclosure(false);
  const levels = useLevels();
  const level = useLevelFilter();
  const projects = useProjects().data ?? [];
  const list = useListState('-date', { ...levels, project_id: idPattern });
  const options = [
    { value: '', label: t('app.list.anyProject') },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <ScreenHeader
        title={t('app.certificates.title')}
        intro={t('app.certificates.intro')}
        actions={
          <Button
            component={Link}
            to={screenPath(account.id, 'settings')}
            hash="badge"
            variant="default"
            leftSection={<IconRosetteDiscountCheck size={18} aria-hidden="true" />}
          >
            {t('app.certificates.badge')}
          </Button>
        }
      />
      <ListTools
        list={list}
        filters={[...level, { name: 'project_id', label: t('app.project'), options }]}
        sorts={[
          { value: '-date', label: t('app.list.newest') },
          { value: 'date', label: t('app.list.oldest') },
          { value: '-trees', label: t('app.list.mostTrees') },
          { value: 'trees', label: t('app.list.fewestTrees') },
        ]}
        actions={
          <ExportMenu address={accountEndpoint(account, list.addressOf('exports/certificates'))}>
            <Menu.Item leftSection={<IconFileTypePdf size={16} aria-hidden="true" />} onClick={archive.open}>
              {t('app.list.archive')}
            </Menu.Item>
          </ExportMenu>
        }
      />
      <Certificates list={list} />
      {isArchiving && <CertificateArchive onClose={archive.close} />}
    </>
  );
}

function Certificates({ list }: { readonly list: ListControl }) {
  const { t } = useI18n();
  const { account } = useScope();
  const address = list.addressOf('certificates');
  const pages = usePagedList(
    accountKey(account.id, 'certificates', address),
    appList<ListedCertificate>(accountEndpoint(account, address)),
    pageSize,
    true,
  );
  const { items, error, refetch } = pages;
  if (error && !items) return <LoadError error={error} retry={refetch} />;
  if (items?.length === 0)
    return list.isLimited ? (
      <NothingMatches clear={list.clear} />
    ) : (
      <EmptyState
        title={t('app.certificates.emptyTitle')}
        text={t('app.certificates.emptyText')}
        action={
          <Button component={Link} to={screenPath(account.id, 'deposits')} variant="default">
            {t('app.deposits.title')}
          </Button>
        }
      />
    );
  return (
    <>
      <Gallery>
        {items
          ? items.map((certificate) => (
              <CertificateCard
                key={certificate.id}
                certificate={certificate}
                order={2}
                isCombined={isCombined(list)}
              />
            ))
          : Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height="15rem" radius="lg" />)}
      </Gallery>
      <LoadNextPage pages={pages} />
    </>
  );
}
