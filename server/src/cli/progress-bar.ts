import type { Clock } from '../platform/time/clock.js';
import type { CliEnvironment } from './command-line.js';

const width = 24;

export interface ProgressBar {
  readonly print: (text: string) => void;
  readonly show: (progress: { done: number; total: number }) => void;
  readonly clear: () => void;
}

/** Shows percentage, count, rate and remaining time. */
export function progressBar(draw: CliEnvironment['draw'], clock: Clock, unit: string): ProgressBar {
  let start: { at: number; done: number } | undefined;
  return {
    print: (text) => draw?.(text),
    show({ done, total }) {
      if (!draw || total === 0) return;
      start ??= { at: clock().getTime(), done };
      const seconds = (clock().getTime() - start.at) / 1_000;
      const rate = seconds > 0 ? (done - start.done) / seconds : 0;
      const filled = Math.round((done / total) * width);
      const bar = '#'.repeat(filled).padEnd(width, '.');
      const left = rate > 0 ? `, ${spanOf((total - done) / rate)} left` : '';
      const percent = Math.floor((done / total) * 100);
      draw(
        `[${bar}] ${percent}%  ${grouped(done)} of ${grouped(total)} ${unit}, ${grouped(Math.round(rate))}/s${left}`,
      );
    },
    clear: () => draw?.(''),
  };
}

const grouped = (value: number): string => value.toLocaleString('en');

function spanOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
