import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import type { ListedCertificate } from '../../api/wire.js';
import { LoadError } from '../../components/load-error.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CertificateCard } from '../certificates/certificate-card.js';
import { Gallery } from '../certificates/gallery.js';
import { EmptyCard } from './empty-card.js';

const shown = 3;

export function RecentCertificates({ note }: { readonly note: string | undefined }) {
  const { account } = useScope();
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'certificates', 'newest'),
    queryFn: ({ signal }) =>
      appRequest<ListedCertificate[]>('GET', accountEndpoint(account, `certificates?limit=${shown}`), {
        signal,
      }),
  });
  return (
    <Card
      title={t('app.overview.newest')}
      note={note}
      aside={
        data && data.length > 0 ? (
          <Anchor component={Link} to={screenPath(account.id, 'certificates')}>
            {t('app.overview.allCertificates')}
          </Anchor>
        ) : undefined
      }
    >
      {error ? (
        <LoadError error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton height="16rem" />
      ) : data.length === 0 ? (
        <EmptyCard text={t('app.certificates.emptyText')} actions={[['app.offsets.create', 'offsets']]} />
      ) : (
        <Gallery>
          {data.map((certificate) => (
            <CertificateCard key={certificate.id} certificate={certificate} order={3} />
          ))}
        </Gallery>
      )}
    </Card>
  );
}
