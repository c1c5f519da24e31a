import type { ComponentType } from 'react';

interface IconProps {
  readonly size?: number;
  /** Width of the lines. */
  readonly stroke?: number;
  readonly color?: string;
  readonly className?: string | undefined;
  readonly 'aria-hidden'?: true | 'true';
  readonly 'aria-label'?: string;
}

export type Icon = ComponentType<IconProps>;

/** An icon of lines. */
export const outline =
  (...paths: readonly string[]): Icon =>
  ({ size = 24, stroke = 2, color = 'currentColor', ...others }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...others}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );

/** An icon of areas. */
export const filled =
  (...paths: readonly string[]): Icon =>
  ({ size = 24, stroke: _, color = 'currentColor', ...others }) => (
    <svg width={size} height={size} viewBox="0 0 24 24" fill={color} {...others}>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
