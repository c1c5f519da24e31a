import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../server/bin/regrove.js', import.meta.url));

// The program builds what is stale whenever it starts. Done here, it is not counted to a start that is measured, and
// what is imported below is what the spawned server runs.
const builder = fileURLToPath(new URL('../../server/build/cli.js', import.meta.url));
const { status } = spawnSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] });
if (status !== 0) throw new Error('The server does not build');

const part = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);

export const { bodyCheck } = await part('http/edge/body-check.js');
export const { passedLimit } = await part('platform/json-limits.js');
export const { requireDescriptiveUserAgent } = await part('http/edge/user-agent.js');
export const { certificatePage } = await part('pages/certificate-page/certificate-page.js');
export const { readCertificateAssets } = await part('pages/certificate-page/certificate-assets.js');
export const { renderInThread } = await part('pages/certificate-pdf/render-in-thread.js');
export const { openDatabase } = await part('platform/open-database.js');
export const { applicationRoleName } = await part('platform/db/application-role.js');
export const { createLog } = await part('platform/log.js');
export const { createWorkerThreads } = await part('platform/worker-threads.js');
export const { readXml } = await part('platform/xml-tree.js');
export const { decodeAnswer } = await part('sources/ipp/decode-answer.js');
export const { makeInThread } = await part('projects/make-in-thread.js');
export const { negotiateLocale } = await part('messages/locales.js');
export const { wordsFor } = await part('messages/words.js');
export const { NewReadings } = await part('wire/reading.js');
export const { readingFormats } = await part('wire/reading-formats.js');
export const { readDepositFile } = await part('wire/dashboard/deposit-import.js');
export const { readCreditFile } = await part('carbon/credit-file.js');
export const { sessionTokenIn } = await part('sessions/session-cookies.js');
export const { atOnce } = await part('feeds/at-once.js');
export const { changeAccountStatus } = await part('accounts/change-account-status.js');
export const { createAccount } = await part('accounts/create-account.js');
export const { createDeposit } = await part('deposits/create-deposit.js');
export const { createOffset } = await part('biomass/create-offset.js');
export const { createFeed } = await part('feeds/create-feed.js');
export const { demoPictures } = await part('demo/demo-projects.js');
export const { createKey } = await part('keys/create-key.js');
export const { createUser } = await part('users/create-user.js');
export const { createSignInLink } = await part('users/sign-in-link.js');
export const { createServer } = await part('servers/change-server.js');
export const { newId } = await part('platform/ids.js');
export const { openInstance } = await part('platform/instance.js');
export const { readConfig } = await part('platform/config.js');
export const { reconcile } = await part('ledger/reconcile.js');
export const { renderCertificatePdf } = await part('pages/certificate-pdf/render-certificate.js');
export const { revisionNames } = await part('revisions/index.js');
export const { routes } = await part('http/routes/index.js');
export const { seedDemo } = await part('demo/seed-demo.js');
export const { setPictures } = await part('projects/change-picture.js');
export const { upsertCarbonProject } = await part('projects/carbon-project-store.js');
export const { upsertForestryProject } = await part('projects/forestry-project-store.js');
export const { writeCursor } = await part('http/edge/cursor.js');
