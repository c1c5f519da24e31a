import classes from './meter.module.css';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  /** Something is wrong with it. */
  readonly isTroubled?: boolean;
}

/** How much of something is done, or used. */
export const Meter = ({ label, value, most, isTroubled = false }: MeterProps) => (
  <progress
    className={classes['meter']}
    aria-label={label}
    value={Math.min(value, most)}
    max={most}
    data-troubled={isTroubled || undefined}
  />
);
