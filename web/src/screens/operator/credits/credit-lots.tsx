import { Title } from '@mantine/core';
import type { CarbonLot } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import { LotQualities } from './lot-qualities.js';

export function CreditLots({ lots }: { readonly lots: readonly CarbonLot[] }) {
  const { t, day, number } = useI18n();
  return (
    <>
      <Title order={2} mb="sm">
        {t('app.operator.credits.lots')}
      </Title>
      <ul className={rows['list']}>
        {lots.map((lot) => (
          <li key={lot.id} className={rows['row']}>
            <div className={rows['text']}>
              <span className={rows['serial']}>{lot.serial}</span>
              <p className={rows['detail']}>
                <span>{lot.project_name}</span>
                <span>{lot.registry ?? lot.registry_name}</span>
                <span>
                  {t('app.operator.credits.vintage', {
                    start: day(lot.vintage_start),
                    end: day(lot.vintage_end),
                  })}
                </span>
              </p>
              <LotQualities lot={lot} />
            </div>
            <div className={rows['figures']}>
              <div className={rows['figure']}>
                {number(lot.left)} t
                <small>{t('app.operator.credits.leftOf', { tonnes: number(lot.tonnes) })}</small>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
