import classes from './meter.module.css';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Something is wrong with it. */
  readonly hasProblem?: boolean;
}

/** How much of something is done, or used. */
export const Meter = ({ label, value, max, hasProblem = false }: MeterProps) => (
  <progress
    className={classes['meter']}
    aria-label={label}
    value={Math.min(value, max)}
    max={max}
    data-troubled={hasProblem || undefined}
  />
);
