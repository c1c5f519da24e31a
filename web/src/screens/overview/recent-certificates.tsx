import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { ListedCertificate } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CertificateCard } from '../certificates/certificate-card.js';
import { Gallery } from '../certificates/gallery.js';
import { CardError } from './card-error.js';
import { EmptyCard } from './empty-card.js';
import { LevelLink } from './level-link.js';
import type { Level } from './use-overview.js';

const shown = 3;

export function RecentCertificates({ level }: { readonly level: Level }) {
  const { account } = useScope();
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'certificates', 'newest', level),
    queryFn: ({ signal }) =>
      appRequest<ListedCertificate[]>(
        'GET',
        accountEndpoint(account, `certificates?limit=${shown}&level=${level}`),
        { signal },
      ),
  });
  return (
    <Card
      title={t('app.overview.newest')}
      aside={
        data && data.length > 0 ? (
          <LevelLink screen="certificates" level={level}>
            {t('app.overview.allCertificates')}
          </LevelLink>
        ) : undefined
      }
    >
      {error ? (
        <CardError error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton height="16rem" />
      ) : data.length === 0 ? (
        <EmptyCard
          text={t('app.certificates.emptyText')}
          actions={level === 'below' ? [] : [['app.offsets.create', 'offsets']]}
        />
      ) : (
        <Gallery>
          {data.map((certificate) => (
            <CertificateCard
              key={certificate.id}
              certificate={certificate}
              order={3}
              isCombined={certificate.account_id !== account.id}
            />
          ))}
        </Gallery>
      )}
    </Card>
  );
}
