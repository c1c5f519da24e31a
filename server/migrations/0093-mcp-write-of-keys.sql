-- Whether programs that use the key by MCP may also change something. An earlier version has no MCP, and ignores it.
alter table api_keys
  add column mcp_write boolean not null default false;
