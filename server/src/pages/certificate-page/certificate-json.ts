import { formatTimestamp } from '../../wire/times.js';
import type { CertificateFacts } from '../certificate-facts.js';

/** The facts of the page, for machines. */
export const certificateJson = (facts: CertificateFacts, pictureUrl: string | undefined): object => ({
  id: facts.id,
  number: facts.number,
  account: { display_name: facts.accountName },
  trees: Number(facts.trees),
  pages: facts.pages,
  date: formatTimestamp(facts.date),
  project: {
    name: facts.project.name,
    latitude: facts.project.latitude,
    longitude: facts.project.longitude,
    picture_url: pictureUrl ?? null,
  },
  url: facts.url,
  pdf_url: `${facts.url}.pdf`,
});
