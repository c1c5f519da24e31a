export { clusterOf } from './cluster.js';
export {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresConnection,
  type EmbeddedPostgresOptions,
} from './open.js';
