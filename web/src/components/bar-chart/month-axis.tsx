import { useI18n } from '../../i18n/use-i18n.js';
import classes from './bar-chart.module.css';

interface Slot {
  readonly text: string;
  readonly start: number;
  /** In columns, up to the next label. */
  readonly span: number;
}

/** The months of a chart, one per column, and their years if there are several. */
export function MonthAxis({ months }: { readonly months: readonly string[] }) {
  const { shortMonth } = useI18n();
  const years = yearSlots(months);
  return (
    <>
      <Labels slots={monthSlots(months, shortMonth)} />
      {years.length > 1 && <Labels slots={years} />}
    </>
  );
}

/** The style sheet hides labels whose slot is too narrow: all but those of quarters, half-years or years. */
function monthSlots(months: readonly string[], format: (iso: string) => string): Slot[] {
  return months.map((iso, start) => {
    const month = new Date(iso).getUTCMonth();
    const span = [12, 6, 3].find((step) => month % step === 0) ?? 1;
    return { text: format(iso), start, span: Math.min(span, months.length - start) };
  });
}

function yearSlots(months: readonly string[]): Slot[] {
  const years = months.map((iso) => iso.slice(0, 4));
  return [...new Set(years)].map((text) => {
    const start = years.indexOf(text);
    return { text, start, span: years.lastIndexOf(text) - start + 1 };
  });
}

const Labels = ({ slots }: { readonly slots: readonly Slot[] }) => (
  <div className={classes['labels']} aria-hidden="true">
    {slots.map(({ text, start, span }) => (
      <div key={start} className={classes['slot']} style={{ gridColumn: `${start + 1} / span ${span}` }}>
        <span style={{ left: `calc(50cqi / ${span})` }}>{text}</span>
      </div>
    ))}
  </div>
);
