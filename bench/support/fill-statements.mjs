// `:numbered` provides a number and a time for each row; the other names are placeholders for values.

const methodology = '(select id from methodologies where current)';
const items = `'[{"quantity": 500, "width": 0.21, "length": 0.297, "gsm": 80, "mass": 2494.8}]'`;
const shares = `jsonb_build_array(jsonb_build_object('projectId', :forest, 'pages', 553, 'trees', '0.066363',
  'price', '0.1659'))`;

/** Inserts by table. Every quote and every order gets its offsets, so that joins find rows. */
export const insertsByTable = {
  deposits: `
    insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
    select :account, bench_id('1', at, n), at, 100 + n % 900, 0.21, 0.297, 80, at from :numbered`,
  quotes: `
    insert into quotes (account_id, id, project_id, methodology_id, external_id, items, mass, standard_pages, trees,
      price, created_at)
    select :account, bench_id('2', at, n), :forest, ${methodology}, 'Q-' || n, ${items}, 2494.8, 553, 0.066363, 0.1659,
      at from :numbered`,
  orders: `
    insert into orders (account_id, id, methodology_id, external_id, status, items, paper_mass_g, standard_sheets, trees,
      mtco2e, biomass_price, carbon_price, biomass_shares, carbon_shares, created_at, placed_at)
    select :account, bench_id('3', at, n), ${methodology}, 'O-' || n, 'placed', ${items}, 2494.8, 553, 0.066363,
      0.003243, 0.1659, 0.03, ${shares}, '[]', at, at from :numbered`,
  biomass_certificates: `
    insert into biomass_certificates (account_id, id, project_id, date, pages, trees)
    select :account, bench_id('4', at, n), :forest, at, 553, 0.066363 from :numbered`,
  biomass_offsets: `
    insert into biomass_offsets (account_id, id, project_id, certificate_id, quote_id, order_id, methodology_id, date,
      pages, trees, price, created_at)
    select :account, bench_id('5', at, n), :forest, bench_id('4', at, n), bench_id('2', at, n), bench_id('3', at, n),
      ${methodology}, at, 553, 0.066363, 0.1659, at from :numbered`,
  account_volume: `
    insert into account_volume (account_id, month, pages, trees)
    select account_id, date_trunc('month', date, 'UTC')::date, sum(pages), sum(trees) from biomass_offsets
    where account_id = :account group by 1, 2`,
  carbon_offsets: `
    insert into carbon_offsets (account_id, id, order_id, project_id, methodology_id, date, mtco2e, price, status)
    select :account, bench_id('6', at, n), bench_id('3', at, n), :carbon, ${methodology}, at, 0.003243, 0.03,
      'processing' from :numbered`,
  users: `
    insert into users (account_id, id, email, email_key, full_name, locale, created_at)
    select :account, bench_id('7', at, n), 'user' || n || '@paper.example', 'user' || n || '@paper.example',
      'User ' || n, 'en', at from :numbered`,
  servers: `
    insert into servers (account_id, id, type, url, username, created_at)
    select :account, bench_id('8', at, n), 'printfleet', 'https://fleet' || n || '.example', 'reader', at from :numbered`,
  feeds: `
    insert into feeds (account_id, id, type, external_id, collection_scope, created_at, status, activated_at,
      health_check, health_check_checked_at, health_check_changed_at)
    select :account, bench_id('9', at, n), 'fmaudit', 'feed-' || n, 'all', at, 'active', at, 'healthy', at, at
    from :numbered`,
};

export const insertChildAccounts = `
  with made as (
  insert into accounts (id, parent_id, lineage, name, name_sort, display_name, external_id, role, status, created_at,
    activated_at)
  select id, :account, :lineage::uuid[] || id, name, lower(name), name, 'A-' || n, 'customer', 'active', at, at
  from (select n, at, bench_id('a', at, n) as id, 'Customer ' || lpad(n::text, 8, '0') as name from :numbered)
  returning id, created_at
  ), volumes as (
  insert into account_volume (account_id, month, pages, trees)
  select id, date_trunc('month', created_at, 'UTC')::date, 553, 0.066363 from made
  )
  insert into account_states (account_id, status) select id, 'active' from made`;
