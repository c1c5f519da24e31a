import { coverTrees, type CoverRun } from '../../src/features/plantings/cover-trees.js';
import { importPlantings, type ImportedPlantings } from '../../src/features/plantings/import-plantings.js';
import { upsertForestryProject } from '../../src/features/projects/forestry-project-store.js';
import { newId } from '../../src/platform/ids.js';
import { readPlantingFile } from '../../src/wire/planting-file.js';
import type { TestServer } from './test-server.js';
import type { TestAccount, World } from './world.js';

const pagesPerTree = 8333;
let lastProject = 0;

export interface PlantingRow {
  readonly reference: string;
  readonly trees: number;
  readonly [field: string]: unknown;
}

export const importRows = async (
  { running }: TestServer,
  rows: readonly object[],
): Promise<ImportedPlantings> =>
  importPlantings(running.instance.context, await readPlantingFile(JSON.stringify(rows)));

/** A new forestry project with plantings and certificates of its own. */
export class PlantedProject {
  static async open(world: World): Promise<PlantedProject> {
    const project = new PlantedProject(world, newId(), `Planted ${++lastProject}`);
    const { context } = world.server.running.instance;
    await context.db.transaction((tx) =>
      upsertForestryProject(tx, {
        id: project.id,
        name: project.name,
        status: 'active',
        forestLatitude: 1,
        forestLongitude: 2,
        contentLogo: '',
        contentMasthead: '',
        contentIntroduction: '',
        contentBodyHtml: '',
        contentImages: [],
        capacityTrees: null,
        createdAt: context.clock(),
      }),
    );
    return project;
  }

  private constructor(
    readonly world: World,
    readonly id: string,
    readonly name: string,
  ) {}

  /** References are those of the project. */
  row({ reference, ...fields }: PlantingRow): object {
    return {
      project: this.name,
      reference: this.reference(reference),
      planted_on: '2024-05-01',
      partner: 'Green Hands',
      species: ['Olea africana'],
      ...fields,
    };
  }

  readonly reference = (name: string): string => `${this.name}/${name}`;

  plant(...rows: PlantingRow[]): Promise<ImportedPlantings> {
    return importRows(
      this.world.server,
      rows.map((row) => this.row(row)),
    );
  }

  /** Issues a certificate for these trees, and returns its offset with it. */
  async certify(
    trees: number,
    { api }: TestAccount = this.world.customer,
  ): Promise<{ offset: string; certificate: string }> {
    const { body } = await api.post('/biomass/offsets', {
      pages: Math.round(trees * pagesPerTree),
      project_id: this.id,
    });
    return { offset: body.id, certificate: body.certificate_id };
  }

  cover(): Promise<CoverRun> {
    return coverTrees(this.world.server.running.instance.context);
  }

  /** What covers each certificate: trees by the reference of the planting. */
  async coverings(...certificates: { certificate: string }[]): Promise<Record<string, number>[]> {
    const rows = await this.world.server.sql<{ certificate: string; reference: string; trees: number }>(
      `select certificate_id as certificate, reference, certificate_coverings.trees::float8 as trees
       from certificate_coverings join plantings on plantings.id = planting_id where project_id = $1`,
      [this.id],
    );
    return certificates.map(({ certificate }) =>
      Object.fromEntries(
        rows
          .filter((row) => row.certificate === certificate)
          .map(({ reference, trees }) => [reference.slice(this.name.length + 1), trees])
          .sort(),
      ),
    );
  }
}
