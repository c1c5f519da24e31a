import type { FetchResource } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import { parseTilePath } from '../../platform/tlog/tiles.js';
import { readTiles } from './log-store.js';

/** Reads tiles of hashes from the database. Of one that has grown since, its beginning. */
export const fetchStoredTile =
  (db: Database): FetchResource =>
  async (path) => {
    const { level, index, width } = parseTilePath(path);
    const [tile] = level === 'entries' ? [] : await readTiles(db, [{ level, number: index }]);
    if (!tile || tile.hashes.length < width * 32) throw new Error(`The log has no ${path}`);
    return tile.hashes.subarray(0, width * 32);
  };
