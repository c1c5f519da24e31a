-- The accounts below an account in the order of their creation, and those of some days.
create index concurrently accounts_children_by_creation on accounts (parent_id, created_at desc, id desc);
