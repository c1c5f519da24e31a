-- A smaller one for PDFs. What is there already is printed as it is, until it is set again.
alter table project_pictures add column print bytea;
update project_pictures set print = bytes;
alter table project_pictures alter column print set not null;
alter table project_pictures alter column print set storage external;
