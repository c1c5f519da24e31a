import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExpandedOrder } from '@regrove/sdk';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { ItemsTable } from '../../components/items/items-table.js';
import { MethodologyOf } from '../../components/methodology-of.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Hint } from '../../components/hint.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { TwoColumns } from '../../components/two-columns.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DeleteOrder } from './delete-order.js';
import { OrderFigures } from './order-figures.js';
import { PlaceOrder } from './place-order.js';
import { useHasCompleteProject } from './use-has-complete-project.js';

export function View() {
  const { account, client } = useScope();
  const { id = '' } = usePathParams();
  const query = useQuery({
    queryKey: accountKey(account.id, 'orders', id),
    queryFn: ({ signal }) => client.orders.get(id, { signal }),
  });
  return <QueryBoundary query={query}>{(order) => <OrderScreen order={order} />}</QueryBoundary>;
}

function OrderScreen({ order }: { readonly order: ExpandedOrder }) {
  const { t, day } = useI18n();
  const { account } = useScope();
  const navigate = useNavigate();
  const dated = t('app.orders.one', { date: day(order.created_at) });
  const [open, setOpen] = useState<'place' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isOver = useHasCompleteProject(order) && order.status === 'draft';
  return (
    <>
      <ScreenHeader
        title={order.external_id ?? dated}
        {...(order.external_id !== null && { intro: dated })}
        back={{ to: screenPath(account.id, 'orders'), label: t('app.orders.all') }}
        actions={
          order.status === 'draft' && (
            <FullPermissionOnly>
              <Button variant="default" onClick={() => setOpen('delete')}>
                {t('app.delete')}
              </Button>
              {!isOver && <Button onClick={() => setOpen('place')}>{t('app.orders.place')}</Button>}
            </FullPermissionOnly>
          )
        }
      />
      {isOver && <Hint>{t('app.orders.projectComplete')}</Hint>}
      <TwoColumns
        aside={
          <Card title={t('app.estimate.title')}>
            <OrderFigures order={order} />
            <MethodologyOf of="orders" id={order.id} />
          </Card>
        }
      >
        <ItemsTable items={order.items} />
        {order.status === 'placed' && <Outcome order={order} />}
      </TwoColumns>
      {open === 'place' && <PlaceOrder order={order} onClose={close} />}
      {open === 'delete' && (
        <DeleteOrder
          order={order}
          onClose={close}
          onDeleted={() => navigate({ to: screenPath(account.id, 'orders'), replace: true })}
        />
      )}
    </>
  );
}

function Outcome({ order }: { readonly order: ExpandedOrder }) {
  const { t } = useI18n();
  const { biomass_offset_ids: biomass, carbon_offset_ids: carbon } = order;
  return (
    <Card title={t('app.orders.outcome')}>
      {biomass.length > 0 && (
        <OutcomeLink order={order} screen="offsets">
          {t('app.orders.offsets', { count: biomass.length })}
        </OutcomeLink>
      )}
      {carbon.length > 0 && (
        <OutcomeLink order={order} screen="carbon-offsets">
          {t('app.orders.carbonOffsets', { count: carbon.length })}
        </OutcomeLink>
      )}
    </Card>
  );
}

interface OutcomeLinkProps {
  readonly order: ExpandedOrder;
  readonly screen: string;
  readonly children: string;
}

/** Leads to the list, filtered by the order. */
function OutcomeLink({ order, screen, children }: OutcomeLinkProps) {
  const { account } = useScope();
  return (
    <Anchor
      underline="always"
      display="block"
      mb="xs"
      renderRoot={(props) => (
        <Link {...props} to={screenPath(account.id, screen)} search={{ order: order.id }} />
      )}
    >
      {children}
    </Anchor>
  );
}
