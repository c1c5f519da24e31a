// The minimum for the same requests: Fastify over TLS, with one prepared statement by `pg`.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { createRequire } from 'node:module';

// The same packages that the server uses.
const ofServer = createRequire(new URL('../../../server/package.json', import.meta.url));
const Fastify = ofServer('fastify');
const pg = ofServer('pg');

const { CERT, KEY, PGOPTIONS_JSON, ACCOUNT } = process.env;
const columns = 'id, account_id, feed_id, date, pages, width, length, gsm';
const pool = new pg.Pool({ ...JSON.parse(PGOPTIONS_JSON), max: 20 });
const app = Fastify({ https: { cert: await readFile(CERT), key: await readFile(KEY) } });

app.get('/v1/deposits/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${columns} from deposits where account_id = $1 and id = $2`,
    values: [ACCOUNT, params.id],
  });
  return rows[0];
});

app.get('/v1/deposits', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'page',
    text: `select ${columns} from deposits where account_id = $1 order by date desc, id desc limit $2`,
    values: [ACCOUNT, query.limit],
  });
  return rows;
});

// Leaves out the server's own lookups and checks: each request inserts for the next account, with recorded values and
// new ids.
const inserts = await json(process.stdin);
let turn = 0;
app.post('/v1/deposits', async () => {
  const { text, values, ids } = inserts[turn++ % inserts.length];
  const fresh = new Map(ids.map((id) => [id, randomUUID()]));
  const { rows } = await pool.query({ name: 'insert', text, values: values.map((v) => fresh.get(v) ?? v) });
  return rows[0];
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening ${app.server.address().port}`);
