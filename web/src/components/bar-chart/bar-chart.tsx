import { Tooltip } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Fragment, type CSSProperties, type ReactNode } from 'react';
import { axisTicks } from './axis-ticks.js';
import classes from './bar-chart.module.css';

export interface Bar {
  readonly key: string;
  readonly value: number;
  /** For screen readers. */
  readonly label: string;
  readonly tooltip: ReactNode;
  /** Drawn behind the bar. */
  readonly compared?: number;
  /** Where the bar leads. */
  readonly to: string;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly color: string;
  readonly formatTick: (value: number) => string;
  /** What the bars and those behind them are, if there are any. */
  readonly legend: { readonly shown: string; readonly compared: string } | undefined;
  /** The axis below the bars. */
  readonly children: ReactNode;
}

const pointerAndKeyboard = { hover: true, focus: true, touch: true };
const withoutFading = { duration: 0 };

/** Fills its container. Bars are one stop for the Tab key, and the arrow keys move between them. */
export function BarChart({ label, bars, color, formatTick, legend, children }: BarChartProps) {
  const ticks = axisTicks(bars.flatMap(({ value, compared = 0 }) => [value, compared]));
  const top = ticks.at(-1) ?? 1;
  const heightOf = (value: number): number | string => value && `max(2px, ${(100 * value) / top}%)`;
  const { getItemProps } = useRovingIndex({
    total: bars.length,
    initialIndex: bars.length - 1,
    loop: false,
  });
  return (
    <div className={classes['chart']} style={{ '--bar': color } as CSSProperties}>
      <div className={classes['ticks']} aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <Fragment key={tick}>
            <span>{formatTick(tick)}</span>
            <hr />
          </Fragment>
        ))}
      </div>
      <div className={classes['bars']} role="group" aria-label={label}>
        <Tooltip.Group openDelay={0} closeDelay={0}>
          {bars.map((bar, index) => (
            <div key={bar.key} className={classes['column']}>
              <Tooltip
                label={bar.tooltip}
                events={pointerAndKeyboard}
                transitionProps={withoutFading}
                classNames={{ tooltip: classes['tooltip'] }}
              >
                <Link
                  to={bar.to}
                  aria-label={bar.label}
                  className={classes['bar']}
                  style={{ height: heightOf(bar.value) }}
                  {...getItemProps({ index })}
                />
              </Tooltip>
              {bar.compared !== undefined && (
                <span className={classes['compared']} style={{ height: heightOf(bar.compared) }} />
              )}
            </div>
          ))}
        </Tooltip.Group>
      </div>
      {children}
      {legend && (
        <p className={classes['legend']} aria-hidden="true">
          <span>{legend.shown}</span>
          <span data-compared>{legend.compared}</span>
        </p>
      )}
    </div>
  );
}
