// What is left when everything but the question is taken away: Fastify over TLS, one prepared SELECT by `pg`.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

// The very ones that the server uses.
const ofServer = createRequire(new URL('../../../server/package.json', import.meta.url));
const Fastify = ofServer('fastify');
const pg = ofServer('pg');

const { CERT, KEY, PGOPTIONS_JSON, ACCOUNT } = process.env;
const columns = 'id, account_id, feed_id, date, pages, width, length, gsm';
const pool = new pg.Pool({ ...JSON.parse(PGOPTIONS_JSON), max: 20 });
const app = Fastify({ https: { cert: await readFile(CERT), key: await readFile(KEY) } });

app.get('/deposits/:id', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${columns} from deposits where account_id = $1 and id = $2`,
    values: [ACCOUNT, params.id],
  });
  return rows[0];
});

app.get('/deposits', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'page',
    text: `select ${columns} from deposits where account_id = $1 order by date desc, id desc limit $2`,
    values: [ACCOUNT, query.limit],
  });
  return rows;
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening ${app.server.address().port}`);
