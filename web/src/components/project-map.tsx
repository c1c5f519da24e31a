import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/land-110m.json';
import { countryName, countryOf } from '../../../server/src/messages/places/country-of.js';
import { screenPath, useScope } from '../api/scope.js';
import { useProjects, type Project } from '../api/use-projects.js';
import type { PlantedProjects } from '../api/wire.js';
import { useI18n } from '../i18n/use-i18n.js';
import { LoadError } from './load-error.js';
import classes from './project-map.module.css';

export interface ProjectMapProps {
  /** Shows this project only. */
  readonly only?: string;
  /** Shows these projects only, with the trees in each, and how many of them are planted. */
  readonly planted?: ReadonlyMap<string, PlantedProjects['projects'][number]>;
}

const [width, height] = [900, 420];
const topology = world as unknown as Parameters<typeof feature>[0];
const land = feature(topology, topology.objects['land'] ?? { type: 'GeometryCollection', geometries: [] });
// Cuts off Antarctica.
const projection = geoNaturalEarth1().fitExtent(
  [
    [0, 0],
    [width, height * 1.16],
  ],
  { type: 'Sphere' },
);
const outline = geoPath(projection)(land) ?? '';

const [nearWidth, nearHeight] = [330, 250];

type Place = Pick<Project, 'forest_latitude' | 'forest_longitude'>;

const pointOf = ({ forest_latitude: latitude, forest_longitude: longitude }: Place) =>
  projection([longitude, latitude]) ?? [0, 0];

/** The view box around a place. */
function around(place: Place | undefined): string {
  const [x, y] = place ? pointOf(place) : [0, 0];
  const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);
  const left = clamp(x - nearWidth / 2, width - nearWidth);
  const top = clamp(y - nearHeight / 2, height - nearHeight);
  return `${left} ${top} ${nearWidth} ${nearHeight}`;
}

/** Drawn from bundled data, so that no map service learns who looks at it. */
export function ProjectMap({ only, planted }: ProjectMapProps) {
  const { t, trees, locale } = useI18n();
  const { account } = useScope();
  const { data: known, error, refetch } = useProjects();
  const isShown = ({ id }: Project): boolean =>
    only === undefined ? (planted?.has(id) ?? true) : id === only;
  const data = known?.filter(isShown);
  const treesIn = (id: string): string | undefined => {
    const project = planted?.get(id);
    return project && t('app.amount.trees', { trees: project.trees });
  };
  const plantedIn = (id: string): string | undefined => {
    const project = planted?.get(id);
    return (
      project && t('app.amount.planted', { planted: trees(project.planted), pending: trees(project.pending) })
    );
  };
  const countryIn = ({
    forest_latitude: latitude,
    forest_longitude: longitude,
  }: Place): string | undefined => {
    const code = countryOf(latitude, longitude);
    return code === undefined ? undefined : countryName(code, locale);
  };
  if (error) return <LoadError error={error} retry={refetch} />;
  if (!data) return <Skeleton height="22rem" />;
  if (data.length === 0) return <p>{t('app.overview.noProjects')}</p>;
  return (
    <>
      <svg
        viewBox={only === undefined ? `0 0 ${width} ${height}` : around(data[0])}
        className={classes['map']}
        aria-hidden="true"
        focusable="false"
      >
        <path d={outline} className={classes['land']} />
        {data.map((project) => {
          const [x, y] = pointOf(project);
          return (
            <g key={project.id} transform={`translate(${x} ${y})`} className={classes['pin']}>
              <title>
                {[project.name, countryIn(project), treesIn(project.id)].filter(Boolean).join(', ')}
              </title>
              <path d="M0 0c-3-7-9-10-9-17a9 9 0 0 1 18 0c0 7-6 10-9 17z" />
              <circle cy="-17" r="3.4" />
            </g>
          );
        })}
      </svg>
      {only === undefined && (
        <ul className={classes['names']}>
          {data.map(({ id, name, ...place }) => (
            <li key={id}>
              <Anchor component={Link} to={screenPath(account.id, `projects/${id}`)} c="inherit" fz="inherit">
                {name}
              </Anchor>
              {/* A line may break here, rather than within the name. */}{' '}
              <span className={classes['country']}>{countryIn(place)}</span>{' '}
              {planted && <span className={classes['trees']}>{treesIn(id)}</span>}
              {planted && <span className={classes['planted']}>{plantedIn(id)}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
