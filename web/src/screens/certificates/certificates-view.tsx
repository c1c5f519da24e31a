import { Button, Skeleton } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { MorePages } from '../../parts/more-pages.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { useWords } from '../../words/words.js';
import { CertificateCard } from './certificate-card.js';
import { Gallery } from './gallery.js';

const atOnce = 12;

export function View() {
  const { say } = useWords();
  const { account } = useScope();
  return (
    <>
      <ScreenHead
        title={say('app.certificates.title')}
        intro={say('app.certificates.intro')}
        actions={
          <Button
            component={Link}
            to={pathTo(account.id, 'settings')}
            hash="badge"
            variant="default"
            leftSection={<IconRosetteDiscountCheck size={18} aria-hidden="true" />}
          >
            {say('app.certificates.badge')}
          </Button>
        }
      />
      <Certificates />
    </>
  );
}

function Certificates() {
  const { say } = useWords();
  const { account, client } = useScope();
  const pages = usePages(
    accountKey(account.id, 'certificates'),
    (page) => client.certificates.list(page),
    atOnce,
  );
  const { items, error, refetch } = pages;
  if (error && !items) return <Failure error={error} retry={refetch} />;
  if (items?.length === 0)
    return <Empty title={say('app.certificates.emptyTitle')} text={say('app.certificates.emptyText')} />;
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
