import type { Order } from '@regrove/sdk';
import { Figure, FigureList } from '../../components/figure-list.js';
import { ProjectLink } from '../../components/project-link.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { OrderStatus } from './order-status.js';
import classes from './orders.module.css';
import { useCarbonProjects } from './use-carbon-projects.js';

export function OrderFigures({ order }: { readonly order: Order }) {
  const { t, number, trees, mass } = useI18n();
  const money = useFormatMoney();
  const carbonProjects = useCarbonProjects().data;
  const { biomass_project_ids: biomass, carbon_project_ids: carbon } = order;
  return (
    <FigureList>
      <Figure name={t('app.status')}>
        <OrderStatus order={order} />
      </Figure>
      <Figure name={t('app.items.byMass')}>{mass(order.paper_mass_g)}</Figure>
      <Figure name={t('app.pages')}>{number(order.standard_sheets)}</Figure>
      {biomass.length > 0 && (
        <>
          <Figure name={t('app.trees')}>{trees(order.trees)}</Figure>
          <Figure name={t('app.orders.biomass')}>
            <ul className={classes['names']}>
              {biomass.map((id) => (
                <li key={id}>
                  <ProjectLink id={id} />
                </li>
              ))}
            </ul>
          </Figure>
          <Figure name={t('app.estimate.treesPrice')}>{money(order.biomass_price)}</Figure>
        </>
      )}
      {carbon.length > 0 && (
        <>
          <Figure name={t('app.estimate.carbon')}>{t('app.amount.tonnes', { tonnes: order.mtco2e })}</Figure>
          <Figure name={t('app.orders.carbon')}>
            <ul className={classes['names']}>
              {carbon.map((id) => (
                <li key={id}>{carbonProjects?.find((project) => project.id === id)?.name}</li>
              ))}
            </ul>
          </Figure>
          <Figure name={t('app.estimate.carbonPrice')}>{money(order.carbon_price)}</Figure>
        </>
      )}
      <Figure name={t('app.price')} isMain>
        {money(order.price)}
      </Figure>
    </FigureList>
  );
}
