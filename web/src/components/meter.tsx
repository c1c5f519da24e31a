import classes from './meter.module.css';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly hasProblem?: boolean;
}

export const Meter = ({ label, value, max, hasProblem = false }: MeterProps) => (
  <progress
    className={classes['meter']}
    aria-label={label}
    value={Math.min(value, max)}
    max={max}
    data-troubled={hasProblem || undefined}
  />
);
