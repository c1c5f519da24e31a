import type { ComponentType } from 'react';
import type { Icon } from '../../icons/icon.js';
import {
  IconBuildingCommunity,
  IconCalendarCheck,
  IconCertificate2,
  IconCoin,
  IconFlask,
  IconReportMoney,
  IconHistory,
  IconListCheck,
  IconPlant2,
  IconReceiptRefund,
  IconRosetteDiscountCheck,
  IconRulerMeasure,
  IconTrees,
  IconWind,
} from '../../icons/icons.js';
import type { MessageKey } from '../../i18n/use-i18n.js';

interface OperatorScreen {
  /** Below /operator. */
  readonly path: string;
  readonly label: MessageKey;
  readonly icon: Icon;
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

/** In the order of the navigation. */
export const operatorScreens: readonly OperatorScreen[] = [
  {
    path: 'accounts',
    label: 'app.operator.accounts.title',
    icon: IconBuildingCommunity,
    load: () => import('./accounts/accounts-view.js'),
  },
  {
    path: 'forestry-projects',
    label: 'app.operator.forestry.title',
    icon: IconPlant2,
    load: () => import('./forestry-projects/forestry-projects-view.js'),
  },
  {
    path: 'plantings',
    label: 'app.operator.plantings.title',
    icon: IconTrees,
    load: () => import('./plantings/plantings-view.js'),
  },
  {
    path: 'carbon-projects',
    label: 'app.operator.carbon.title',
    icon: IconWind,
    load: () => import('./carbon-projects/carbon-projects-view.js'),
  },
  {
    path: 'credits',
    label: 'app.operator.credits.title',
    icon: IconCertificate2,
    load: () => import('./credits/credits-view.js'),
  },
  {
    path: 'retirements',
    label: 'app.operator.retirements.title',
    icon: IconRosetteDiscountCheck,
    load: () => import('./retirements/retirements-view.js'),
  },
  {
    path: 'methodologies',
    label: 'app.operator.methodologies.title',
    icon: IconRulerMeasure,
    load: () => import('./methodologies/methodologies-view.js'),
  },
  {
    path: 'months',
    label: 'app.operator.months.title',
    icon: IconCalendarCheck,
    load: () => import('./months/months-view.js'),
  },
  {
    path: 'sales',
    label: 'app.sales.title',
    icon: IconReportMoney,
    load: () => import('./sales/sales-view.js'),
  },
  {
    path: 'payments',
    label: 'app.operator.payments.title',
    icon: IconCoin,
    load: () => import('./payments/payments-view.js'),
  },
  {
    path: 'credit-notes',
    label: 'app.invoices.creditNotes',
    icon: IconReceiptRefund,
    load: () => import('./credit-notes/credit-notes-view.js'),
  },
  {
    path: 'jobs',
    label: 'app.operator.jobs.title',
    icon: IconListCheck,
    load: () => import('./jobs/jobs-view.js'),
  },
  {
    path: 'sandboxes',
    label: 'app.sandboxes.title',
    icon: IconFlask,
    load: () => import('./sandboxes/sandboxes-view.js'),
  },
  {
    path: 'audit',
    label: 'app.operator.audit.title',
    icon: IconHistory,
    load: () => import('./audit/audit-view.js'),
  },
];
