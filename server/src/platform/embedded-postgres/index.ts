export {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresConnection,
  type EmbeddedPostgresOptions,
} from './open.js';
