import type { AccountId } from '../accounts/account.js';
import { accountSettings } from '../accounts/account-settings-store.js';
import type { Database } from '../../database/database.js';
import type { Decimal } from '../../platform/decimals.js';
import { findCarbonProjects } from '../projects/carbon-project-store.js';
import { listFavorites } from '../projects/favorite-store.js';
import { findForestryProjects } from '../projects/forestry-project-store.js';
import { requireActive, requireAnyActiveProject } from '../projects/require-active-project.js';
import { evenShares, sharesOfSettings, type ProjectSettingInput, type ProjectShare } from './shares.js';

/** The given settings; without any, the account's active favorites, or else one random active project. */
export async function chooseBiomassProjects(
  db: Database,
  account: AccountId,
  settings: readonly ProjectSettingInput[] | null | undefined,
): Promise<ProjectShare[]> {
  const field = 'biomass_project_settings';
  if (settings == null) {
    const favorites = (await listFavorites(db, account)).filter(({ status }) => status === 'active');
    const ids = favorites.map(({ id }) => id);
    return evenShares(ids.length > 0 ? ids : [await requireAnyActiveProject(db)]);
  }
  const shares = sharesOfSettings(settings, field);
  requireActive(idsOf(shares), await findForestryProjects(db, idsOf(shares)), field);
  return shares;
}

/** The given settings; without any, the active carbon projects of the account's settings (none by default). */
export async function chooseCarbonProjects(
  db: Database,
  account: AccountId,
  settings: readonly ProjectSettingInput[] | null | undefined,
): Promise<(ProjectShare & { pricePerTonne: Decimal })[]> {
  const field = 'carbon_project_settings';
  const shares =
    settings == null
      ? evenShares((await accountSettings(db, account)).carbonProjectIds)
      : sharesOfSettings(settings, field);
  const projects = await findCarbonProjects(db, idsOf(shares));
  if (settings != null) requireActive(idsOf(shares), projects, field);
  const active = new Map(
    projects.filter(({ status }) => status === 'active').map((project) => [project.id, project]),
  );
  return shares.flatMap((share) => {
    const project = active.get(share.projectId);
    return project ? [{ ...share, pricePerTonne: project.pricePerTonne }] : [];
  });
}

export const idsOf = (shares: readonly { projectId: string }[]): string[] =>
  shares.map(({ projectId }) => projectId);
