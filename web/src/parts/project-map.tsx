import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/land-110m.json';
import { pathTo, useScope } from '../api/scope.js';
import { useProjects } from '../api/use-projects.js';
import { useWords } from '../words/words.js';
import { Failure } from './failure.js';
import classes from './project-map.module.css';

const [width, height] = [900, 420];
const topology = world as unknown as Parameters<typeof feature>[0];
const land = feature(topology, topology.objects['land'] ?? { type: 'GeometryCollection', geometries: [] });
// Without the ice of the south, where nothing grows.
const projection = geoNaturalEarth1().fitExtent(
  [
    [0, 0],
    [width, height * 1.16],
  ],
  { type: 'Sphere' },
);
const outline = geoPath(projection)(land) ?? '';

/** Where trees are planted: drawn from a file of our own, no map service learns of it. */
export function ProjectMap({ only }: { readonly only?: string }) {
  const { say } = useWords();
  const { account } = useScope();
  const { data: known, error, refetch } = useProjects();
  const data = only === undefined ? known : known?.filter(({ id }) => id === only);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Skeleton height="22rem" />;
  if (data.length === 0) return <p>{say('app.overview.noProjects')}</p>;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} className={classes['map']} aria-hidden="true" focusable="false">
        <path d={outline} className={classes['land']} />
        {data.map(({ id, name, forest_latitude: latitude, forest_longitude: longitude }) => {
          const [x, y] = projection([longitude, latitude]) ?? [0, 0];
          return (
            <g key={id} transform={`translate(${x} ${y})`} className={classes['pin']}>
              <title>{name}</title>
              <path d="M0 0c-3-7-9-10-9-17a9 9 0 0 1 18 0c0 7-6 10-9 17z" />
              <circle cy="-17" r="3.4" />
            </g>
          );
        })}
      </svg>
      {only === undefined && (
        <ul className={classes['names']}>
          {data.map(({ id, name }) => (
            <li key={id}>
              <Anchor component={Link} to={pathTo(account.id, `projects/${id}`)} c="inherit" fz="inherit">
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
