import { readCertificate, readCertificates } from '../../features/certificates/read-certificates.js';
import { list, route } from '../route.js';
import { BiomassCertificate, presentCertificate } from '../../wire/certificate.js';

export const listedCertificates = list({
  operation: 'listBiomassCertificates',
  path: '/biomass/certificates',
  summary: 'Biomass certificates, newest first',
  item: BiomassCertificate,
  sortedBy: 'time',
  page: ({ context, account }, page) => readCertificates(context, account.id, page),
  keyOf: ({ date, id }) => ({ sort: date, id }),
  present: (certificate, { baseUrl }) => presentCertificate(certificate, baseUrl),
});

export const biomassCertificateRoutes = [
  listedCertificates,
  route({
    operation: 'getBiomassCertificate',
    method: 'GET',
    path: '/biomass/certificates/:id',
    summary: 'A biomass certificate',
    reply: BiomassCertificate,
    find: (context, account, id) => readCertificate(context, account.id, id),
    handle: ({ found, baseUrl }) => Promise.resolve(presentCertificate(found, baseUrl)),
  }),
];
