import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { patience } from '../runner/hang-timeout.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const markOf = ({ baseUrl }: TestServer) => `held-${new URL(baseUrl).port}`

/** A shell command for a sandbox that begins and then waits until the test lets it go, or for good. */
export const heldCommand = (server: TestServer): string =>
  `: ${markOf(server)}; touch .held; while [ -e .held ]; do sleep 0.02; done`

/** Processes of this machine that carry such a command out, in a sandbox or escaped from one. */
export const heldProcesses = async (server: TestServer): Promise<string[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(markOf(server)))
}

/** Waits until such a command runs in some worktree of the server. */
export const commandHeld = (server: TestServer): Promise<{ readonly release: () => Promise<void> }> => {
  const folder = join(server.dataFolder, 'worktrees')
  return vi.waitUntil(async () => {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
    const mark = names.map((name) => join(folder, name, 'files', '.held')).find((path) => existsSync(path))
    return mark !== undefined && { release: () => rm(mark) }
  }, patience)
}

const trigger = `
  create or replace function hold_step() returns trigger language plpgsql as $$
  begin
    if new.status = 'running' then perform pg_advisory_xact_lock_shared(hashtext('held step'), hashtext(new.name)); end if;
    return new;
  end $$;
  create or replace trigger hold_step before update on run_step for each row execute function hold_step()`

export interface HeldStep {
  /** Waits until a worker has come to the step. */
  reached(): Promise<void>
  /** Waits until a stop, which has changed its cycle by then, waits for the transaction that holds the run. */
  someoneWaits(): Promise<void>
  release(): Promise<void>
}

/** Holds every run where it takes up a step of this name, by a lock in the test's own database. */
export const holdStep = async (server: TestServer, name: string): Promise<HeldStep> => {
  await asOwner(server, trigger)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtext('held step'), hashtext($1))`, [name])
  return {
    reached: () => waitFor(client, heldStep),
    someoneWaits: () => waitFor(client, `${rowLocks} and ${hasChangedCycle}`),
    release: () => client.end(),
  }
}

/** Locks a row as another transaction would, until it is released. */
export const holdRow = async (server: TestServer, table: 'project' | 'cycle' | 'client_invoice', id: string) => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`select from ${table} where id = $1 for update`, [id])
  const releaseWith = async (change: string) => {
    await client.query(change, [id])
    await client.query('commit')
    await client.end()
  }
  return { someoneWaits: () => waitFor(client, rowLocks), release: () => client.end(), releaseWith }
}

const rowLocks = `l.locktype in ('transactionid', 'tuple')`

// Workers wait for a run that another one holds, too.
const hasChangedCycle = `exists (select from pg_locks h
  where h.pid = l.pid and h.granted and h.relation = 'cycle'::regclass and h.mode = 'RowExclusiveLock')`

// The product waits for advisory locks too. Keys are signed, and shown as unsigned numbers.
const heldStep = `l.locktype = 'advisory' and l.classid::bigint = hashtext('held step')::bigint & 4294967295`

const waitFor = async (client: pg.Client, which: string) => {
  const text = `select 1 from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database() and ${which}`
  await vi.waitUntil(async () => (await client.query(text)).rowCount !== 0, patience)
}
