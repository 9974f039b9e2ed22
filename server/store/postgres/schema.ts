import type { Database } from './database.ts'

/** The keys of advisory locks; other programs on the database are unlikely to use the same. */
export const locks = {
  write: 7_261_001,
  start: 7_261_002,
  leader: 7_261_003,
  schema: 7_261_004,
  exclusive: 7_261_005,
  acts: 7_261_006,
} as const

/** Wakes the other servers; what has changed is read from the table, since notifications can be lost. */
export const channel = 'zhuzhan'
/** Carries what servers count together. */
export const countChannel = 'zhuzhan_counts'

/**
 * Films, and documents beside them, are stored in parts, so that no server holds a complete one in memory; until it is complete, under the
 * id of its upload.
 *
 * Records, one row each. Revisions are drawn while the write lock is held until the commit, so that a reader that has seen a revision has
 * seen every lower one: a sequence alone would show them out of order. A removed record stays as a tombstone for the servers that
 * have not seen the removal.
 *
 * The activity log is in rows of its own. zhuzhan_append_log waits for the disk only when it is asked to.
 *
 * zhuzhan_remove_uploads keeps the files of a picture that another server has recorded again meanwhile. It locks them before it looks, as
 * that server does after it has recorded them, so that one of the two sees what the other has done.
 *
 * zhuzhan_write does a batch in one round trip, all of it or nothing. It returns a revision for each write: 0 where there was nothing to
 * remove, -1 for each of a chain where another server has changed one of the records that were read for it. zhuzhan_outcome returns the result of a batch whose
 * answer was lost, and keeps it from being done later if it has not been done.
 */
const schema = `
select pg_advisory_xact_lock(${locks.schema});
create table if not exists zhuzhan_records (
  collection text not null,
  id text not null,
  revision bigint not null,
  body json,
  written_by text not null,
  changed_at timestamptz not null default now(),
  primary key (collection, id)
);
create unique index if not exists zhuzhan_records_revision on zhuzhan_records (revision);
create sequence if not exists zhuzhan_revision;
create table if not exists zhuzhan_writes (
  id text primary key,
  revisions bigint[],
  made_at timestamptz not null default now()
);
create table if not exists zhuzhan_uploads (
  name text primary key,
  bytes bytea not null,
  made_at timestamptz not null default now()
);
alter table zhuzhan_uploads alter column bytes set storage external;
create table if not exists zhuzhan_films (
  name text not null,
  at bigint not null,
  bytes bytea not null,
  made_at timestamptz not null default now(),
  primary key (name, at)
);
alter table zhuzhan_films alter column bytes set storage external;
create table if not exists zhuzhan_log (
  id bigint generated always as identity,
  day text not null,
  line text not null,
  primary key (day, id)
);

create or replace function zhuzhan_write(server text, write_id text, batch json) returns bigint[]
language plpgsql as $$
declare
  made bigint[] := '{}';
  refused int[];
  op record;
  known bigint;
  drawn bigint;
begin
  perform pg_advisory_xact_lock(${locks.write});
  insert into zhuzhan_writes (id) values (write_id);
  select array_agg(e.chain) into refused
    from json_to_recordset(batch) as e(chain int, seen json)
    cross join json_to_recordset(e.seen) as s(collection text, id text, revision bigint)
    left join zhuzhan_records r on r.collection = s.collection and r.id = s.id and r.body is not null
    where s.revision <> coalesce(r.revision, 0);
  for op in select * from json_to_recordset(batch) as each(collection text, id text, text text, chain int) loop
    select r.revision into known from zhuzhan_records r where r.collection = op.collection and r.id = op.id and r.body is not null;
    if op.chain = any(refused) then
      drawn := -1;
    elsif op.text is null and known is null then
      drawn := 0;
    else
      drawn := nextval('zhuzhan_revision');
      insert into zhuzhan_records (collection, id, revision, body, written_by) values (op.collection, op.id, drawn, op.text::json, server)
      on conflict (collection, id) do update set revision = excluded.revision, body = excluded.body, written_by = excluded.written_by, changed_at = now();
    end if;
    made := array_append(made, drawn);
  end loop;
  update zhuzhan_writes w set revisions = made where w.id = write_id;
  perform pg_notify('${channel}', '');
  return made;
end
$$;

create or replace function zhuzhan_append_log(on_day text, lines json, sync boolean) returns void
language plpgsql as $$
begin
  if not sync then
    perform set_config('synchronous_commit', 'off', true);
  end if;
  insert into zhuzhan_log (day, line) select on_day, value from json_array_elements_text(lines);
end
$$;

create or replace function zhuzhan_remove_uploads(names text[], media_id text) returns void
language plpgsql as $$
begin
  perform from zhuzhan_uploads where name = any(names) for update;
  if not exists (select from zhuzhan_records where collection = 'media' and id = media_id and body is not null) then
    delete from zhuzhan_films where name = any(names);
    delete from zhuzhan_uploads where name = any(names);
  end if;
end
$$;

create or replace function zhuzhan_outcome(write_id text) returns bigint[]
language plpgsql as $$
declare
  found bigint[];
begin
  perform pg_advisory_xact_lock(${locks.write});
  insert into zhuzhan_writes (id) values (write_id) on conflict do nothing;
  select w.revisions into found from zhuzhan_writes w where w.id = write_id;
  return found;
end
$$;
`

/** Creates what is missing, in one transaction. */
export async function createSchema(database: Database): Promise<void> {
  await database.query(schema)
}
