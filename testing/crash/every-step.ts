import pg from 'pg'

/** The commit that a process was about to make: the row of a step in its next status. */
export interface CaughtStep {
  readonly runId: string
  readonly seq: number
  readonly name: string
  readonly status: 'running' | 'done' | 'parked'
}

export interface StepTraps {
  /** The commits that processes are about to make now. */
  caught(): Promise<CaughtStep[]>
  /** Whether each step at work is before a commit, or waits for rows that another one locks there. */
  isStill(): Promise<boolean>
  /** From now on these go through. */
  release(caught: readonly CaughtStep[]): Promise<void>
  close(): Promise<void>
}

/**
 * Holds every commit of a step once: triggers of the test in its own database, which wait until the test lets that step
 * through. They stay, also after a restart of the database.
 */
export const setStepTraps = async (url: string): Promise<StepTraps> => {
  const client = await connect(url)
  await client.query(traps)
  await client.end()
  return openStepTraps(url)
}

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  // The embedded database ends with its server.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The traps that were set before a restart. */
export const openStepTraps = async (url: string): Promise<StepTraps> => {
  const client = await connect(url)
  return {
    caught: async () => {
      const { rows } = await client.query<CaughtStep>(`
        select s.run_id as "runId", s.seq, s.name, split_part(application_name, ' ', 4) as status
        from pg_stat_activity join run_step s
          on s.run_id::text = split_part(application_name, ' ', 2) and s.seq::text = split_part(application_name, ' ', 3)
        where application_name like 'held %' and datname = current_database()
          and not exists (select from crash.passed where step = substr(application_name, 6))`)
      return rows
    },
    isStill: async () => {
      const { rows } = await client.query<{ isStill: boolean }>(`
        select not exists (select from run_step s where status = 'running' and not exists (
            select from pg_stat_activity where application_name like 'held ' || s.run_id || ' ' || s.seq || ' %'))
          or exists (select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '3 s') as "isStill"`)
      return rows[0]!.isStill
    },
    release: async (caught) => {
      const steps = caught.map(({ runId, seq, status }) => `${runId} ${seq} ${status}`)
      await client.query('insert into crash.passed select unnest($1::text[]) on conflict do nothing', [steps])
    },
    close: () => client.end(),
  }
}

const traps = `
  create schema if not exists crash;
  grant usage on schema crash to public;
  create table if not exists crash.passed (step text primary key);
  grant select on crash.passed to public;
  create or replace function crash.hold() returns trigger language plpgsql as $$
  declare held text := new.run_id || ' ' || new.seq || ' ' || new.status;
  begin
    perform set_config('application_name', 'held ' || held, true);
    while not exists (select from crash.passed where step = held) loop
      perform pg_sleep(0.02);
    end loop;
    return new;
  end $$;
  create or replace trigger held after update on run_step for each row
    when (new.status in ('running', 'done', 'parked') and old.status <> new.status) execute function crash.hold()`
