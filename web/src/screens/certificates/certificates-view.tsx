import { Button, Skeleton } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../components/empty.js';
import { Failure } from '../../components/failure.js';
import { MorePages } from '../../components/more-pages.js';
import { ScreenHead } from '../../components/screen-head.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CertificateCard } from './certificate-card.js';
import { Gallery } from './gallery.js';

const atOnce = 12;

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHead
        title={t('app.certificates.title')}
        intro={t('app.certificates.intro')}
        actions={
          <Button
            component={Link}
            to={pathTo(account.id, 'settings')}
            hash="badge"
            variant="default"
            leftSection={<IconRosetteDiscountCheck size={18} aria-hidden="true" />}
          >
            {t('app.certificates.badge')}
          </Button>
        }
      />
      <Certificates />
    </>
  );
}

function Certificates() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const pages = usePages(
    accountKey(account.id, 'certificates'),
    (page) => client.certificates.list(page),
    atOnce,
  );
  const { items, error, refetch } = pages;
  if (error && !items) return <Failure error={error} retry={refetch} />;
  if (items?.length === 0)
    return <Empty title={t('app.certificates.emptyTitle')} text={t('app.certificates.emptyText')} />;
  return (
    <>
      <Gallery>
        {items
          ? items.map((certificate) => (
              <CertificateCard key={certificate.id} certificate={certificate} order={2} />
            ))
          : Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height="15rem" radius="lg" />)}
      </Gallery>
      <MorePages pages={pages} />
    </>
  );
}
