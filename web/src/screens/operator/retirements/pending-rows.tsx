import type { RetirementRow } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';

export function PendingRows({ rows: items }: { readonly rows: readonly RetirementRow[] }) {
  const { number } = useI18n();
  return (
    <ul className={rows['list']}>
      {items.map((row) => (
        <li key={row.serial} className={rows['row']}>
          <div className={rows['text']}>
            <span className={rows['serial']}>{row.serial}</span>
            <p className={rows['detail']}>
              <span dir="auto">{row.beneficiary}</span>
              <span>{row.project}</span>
              <span>{row.registry}</span>
            </p>
          </div>
          <div className={rows['figures']}>
            <div className={rows['figure']}>{number(row.tonnes)} t</div>
          </div>
        </li>
      ))}
    </ul>
  );
}
