import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CarbonOffset } from '@regrove/sdk';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { MethodologyOf } from '../../components/methodology-of.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { TwoColumns } from '../../components/two-columns.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { carbonCertificatePath } from '../offsets/certificate-path.js';
import { CarbonOffsetStatus } from './carbon-offset-status.js';
import { OffsetCredits } from './offset-credits.js';

export function View() {
  const { account, client } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'carbon-offsets', id),
    queryFn: ({ signal }) => client.carbonOffsets.get(id, { signal }),
  });
  return <QueryBoundary query={query}>{(offset) => <CarbonOffsetScreen offset={offset} />}</QueryBoundary>;
}

function CarbonOffsetScreen({ offset }: { readonly offset: CarbonOffset }) {
  const { t, day, locale } = useI18n();
  const { account } = useScope();
  const { vintage_start_date: start, vintage_end_date: end } = offset;
  return (
    <>
      <ScreenHeader
        title={t('app.carbonOffsets.one', { date: day(offset.date) })}
        back={{ to: screenPath(account.id, 'carbon-offsets'), label: t('app.carbonOffsets.all') }}
      />
      <TwoColumns
        aside={
          <Card title={offset.project_name}>
            <FigureList>
              <Figure name={t('app.status')}>
                <CarbonOffsetStatus offset={offset} />
              </Figure>
              <Figure name={t('app.carbonOffsets.type')}>{offset.project_type}</Figure>
              <Figure name={t('app.carbonOffsets.registry')}>{offset.registry_name}</Figure>
              {start && end && (
                <Figure name={t('app.carbonOffsets.vintage')}>
                  {day(start)} – {day(end)}
                </Figure>
              )}
              <Figure name={t('app.estimate.carbon')} isMain>
                {t('app.amount.tonnes', { tonnes: offset.mtco2e })}
              </Figure>
            </FigureList>
            {offset.order_id && <MethodologyOf of="orders" id={offset.order_id} isOfCarbon />}
            {offset.status === 'fulfilled' && (
              <Anchor
                underline="always"
                href={carbonCertificatePath(offset.id, locale)}
                target="_blank"
                display="block"
                mt="lg"
              >
                {t('app.offsets.certificate')}
              </Anchor>
            )}
            {offset.order_id && (
              <Anchor
                underline="always"
                component={Link}
                to={screenPath(account.id, `orders/${offset.order_id}`)}
                display="block"
                mt="lg"
              >
                {t('app.carbonOffsets.order')}
              </Anchor>
            )}
          </Card>
        }
      >
        <Card title={t('app.carbonOffsets.serials')}>
          <OffsetCredits id={offset.id} />
        </Card>
      </TwoColumns>
    </>
  );
}
