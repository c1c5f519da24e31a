import type { I18n } from '../../../messages/i18n.js';
import { withPlace } from '../../../messages/places/place-name.js';
import type { ProjectFacts } from '../mail.js';
import { nameInBody } from '../tenant-name.js';

/** The name of a project and where it is, as far as that is known. */
export function projectInBody({ project, place }: ProjectFacts, i18n: I18n): string {
  const name = nameInBody(project);
  return place ? withPlace(name, { ...place, place: nameInBody(place.place ?? '') }, i18n) : name;
}
