import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/land-110m.json';
import { client } from '../../api/client.js';
import { Failure } from '../../parts/failure.js';
import { useWords } from '../../words/words.js';
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
export function ProjectMap() {
  const { say } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['projects'],
    staleTime: 600_000,
    queryFn: ({ signal }) => client.forestryProjects.list({ signal }).then(),
  });
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
      <ul className={classes['names']}>
        {data.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
