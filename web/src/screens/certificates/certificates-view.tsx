import { Button, Menu, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconFileTypePdf, IconRosetteDiscountCheck } from '../../icons/icons.js';
import { accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { LoadError } from '../../components/load-error.js';
import { LoadNextPage } from '../../components/load-next-page.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CertificateArchive } from './certificate-archive.js';
import { CertificateCard } from './certificate-card.js';
import { Gallery } from './gallery.js';

const pageSize = 12;

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const [isArchiving, archive] = useDisclosure(false);
  return (
    <>
      <ScreenHeader
        title={t('app.certificates.title')}
        intro={t('app.certificates.intro')}
        actions={
          <>
            <ExportMenu address={accountEndpoint(account, 'exports/certificates')}>
              <Menu.Item
                leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
                onClick={archive.open}
              >
                {t('app.list.archive')}
              </Menu.Item>
            </ExportMenu>
            <Button
              component={Link}
              to={screenPath(account.id, 'settings')}
              hash="badge"
              variant="default"
              leftSection={<IconRosetteDiscountCheck size={18} aria-hidden="true" />}
            >
              {t('app.certificates.badge')}
            </Button>
          </>
        }
      />
      <Certificates />
      {isArchiving && <CertificateArchive onClose={archive.close} />}
    </>
  );
}

function Certificates() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'certificates'),
    (page) => client.certificates.list(page),
    pageSize,
  );
  const { items, error, refetch } = pages;
  if (error && !items) return <LoadError error={error} retry={refetch} />;
  if (items?.length === 0)
    return (
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
              <CertificateCard key={certificate.id} certificate={certificate} order={2} />
            ))
          : Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height="15rem" radius="lg" />)}
      </Gallery>
      <LoadNextPage pages={pages} />
    </>
  );
}
