import type { Context } from '../../../database/context.js';
import type { PublicProject } from '../../../features/plantings/read-public-project.js';
import { picturePath } from '../../../features/projects/picture-path.js';
import { projectUrl, sandboxUrl } from '../../../messages/links.js';
import { outlinesIn, type Extent, type Outlines } from '../world-map/outlines.js';
import { projectFrames, type ProjectFrames } from './project-map.js';

/** The content of the page of a project, on screen or for programs. */
export interface ProjectFacts extends PublicProject {
  /** The address of the page. */
  readonly url: string;
  /** Of the pictures that it shows, for other sites. */
  readonly baseUrl: string;
  /** What paths on the same host begin with. */
  readonly root: string;
  readonly picturePath: string | undefined;
  readonly isSandbox: boolean;
}

export const projectFacts = (
  found: PublicProject,
  { baseUrl, sandbox }: Pick<Context, 'baseUrl' | 'sandbox'>,
): ProjectFacts => ({
  ...found,
  url: projectUrl(baseUrl(), found.project.id),
  baseUrl: baseUrl(),
  root: sandbox ? sandboxUrl('', sandbox.id) : '',
  picturePath: found.pictureAt && picturePath(found.project.id, found.pictureAt),
  isSandbox: sandbox !== undefined,
});

/** The maps of a page, with what can be seen on each. */
export interface ProjectMaps extends ProjectFrames {
  readonly region: Outlines;
  readonly surroundings: Outlines | undefined;
}

export async function projectMaps(facts: PublicProject): Promise<ProjectMaps> {
  const frames = projectFrames(facts);
  return {
    ...frames,
    region: await outlinesIn(widened(frames.overview.extent)),
    surroundings: frames.closeUp && (await outlinesIn(widened(frames.closeUp.extent))),
  };
}

/** So that the edges of what is cut off are not seen. */
function widened({ west, east, south, north }: Extent): Extent {
  const [x, y] = [(east - west) / 20, (north - south) / 20];
  return { west: west - x, east: east + x, south: south - y, north: north + y };
}
