import { basePath } from '../../base-path.js';

/** The public page of a certificate. */
export const certificatePath = (id: string, locale: string): string =>
  `${basePath}/certificates/${id}?locale=${locale}`;

/** The same of a carbon offset, by its id. */
export const carbonCertificatePath = (id: string, locale: string): string =>
  `${basePath}/carbon-certificates/${id}?locale=${locale}`;
