import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../server/bin/regrove.js', import.meta.url));

// The program builds what is stale whenever it starts. Building here keeps that out of the measured start, and makes
// the imports below the same code as that of the spawned server.
const builder = fileURLToPath(new URL('../../server/build/cli.js', import.meta.url));
const { status } = spawnSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] });
if (status !== 0) throw new Error('The server does not build');

const part = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);

export const { bodyCheck } = await part('http/edge/body-check.js');
export const { exceededLimit } = await part('platform/limits/json-limits.js');
export const { requireDescriptiveUserAgent } = await part('http/edge/user-agent.js');
export const { certificatePage } = await part('http/pages/certificate-page/certificate-page.js');
export const { readCertificateAssets } = await part('http/pages/certificate-page/certificate-assets.js');
export const { renderCertificateInThread } = await part(
  'http/pages/certificate-pdf/render-certificate-in-thread.js',
);
export const { batcherNames } = await part('database/batcher.js');
export const { openDatabase } = await part('database/open-database.js');
export const { applicationRoleName } = await part('database/application-role.js');
export const { createLog } = await part('platform/log.js');
export const { createWorkerThreads } = await part('platform/worker-threads.js');
export const { readXml } = await part('platform/text/xml-tree.js');
export const { decodeResponse } = await import('@regrove/printers/ipp/decode-response');
export const { makePictures } = await part('platform/images/make-pictures.js');
export const { negotiateLocale } = await part('messages/locales.js');
export const { i18nFor } = await part('messages/i18n.js');
export const { NewReadings } = await part('wire/reading.js');
export const { readingFormats } = await part('wire/reading-formats.js');
export const { readDepositFile } = await part('wire/dashboard/deposit-import.js');
export const { readCreditFile } = await part('features/carbon/credit-file.js');
export const { sessionTokenIn } = await part('http/session-cookies.js');
export const { forEachConcurrent } = await part('features/feeds/collecting/for-each-concurrent.js');
export const { changeAccountStatus } = await part('features/accounts/change-account-status.js');
export const { countChildren } = await part('features/accounts/count-children.js');
export const { refreshActivity } = await part('features/rollups/refresh-activity.js');
export const { rollUp } = await part('features/rollups/roll-up.js');
export const { createAccount } = await part('features/accounts/create-account.js');
export const { createDeposit } = await part('features/deposits/create-deposit.js');
export const { createOffset } = await part('features/biomass/create-offset.js');
export const { recordEvents } = await part('features/events/event-store.js');
export const { createEndpoint } = await part('features/webhooks/change-endpoint.js');
export const { createFeed } = await part('features/feeds/create-feed.js');
export const { demoPictures } = await part('installation/demo/demo-projects.js');
export const { createSandbox } = await part('features/sandboxes/create-sandbox.js');
export const { createKey } = await part('features/keys/create-key.js');
export const { createUser } = await part('features/users/create-user.js');
export const { createSignInLink } = await part('features/users/sign-in-link.js');
export const { createServer } = await part('features/servers/change-server.js');
export const { newId } = await part('platform/ids.js');
export const { openInstance } = await part('database/instance.js');
export const { readConfig } = await part('platform/config/config.js');
export const { reconcile } = await part('installation/ledger/reconcile.js');
export const { renderCertificatePdf } = await part('http/pages/certificate-pdf/render-certificate.js');
export const { defaultRevision, revisionNames } = await part('wire/revisions/index.js');
export const { routes } = await part('http/routes/index.js');
export const { seedDemo } = await part('installation/demo/seed-demo.js');
export const { setPictures } = await part('features/projects/change-picture.js');
export const { upsertCarbonProject } = await part('features/projects/carbon-project-store.js');
export const { upsertForestryProject } = await part('features/projects/forestry-project-store.js');
export const { writeCursor } = await part('http/edge/cursor.js');
