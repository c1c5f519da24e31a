import { basePath } from '../../place.js';

/** The public page of a certificate. */
export const certificatePath = (id: string, locale: string): string =>
  `${basePath}/certificates/${id}?locale=${locale}`;
