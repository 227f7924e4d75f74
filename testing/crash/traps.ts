import pg from 'pg'
import { eventually } from '../jobs/world.ts'

/** Where in a step a process is caught. */
export type CrashPoint =
  /** The process has fetched the job and writes that the step is its own; that is not committed. */
  | 'claiming'
  /** The step is its own, and nothing of the effect has happened. */
  | 'claimed'
  /** The effect is done and the refs have moved; the rows are written and not committed. */
  | 'committing'
  /** A model has answered, and the reservation of the call is not settled. */
  | 'in a model call'

/** Where a process is caught that reminds of an invoice. */
export type LetterPlace =
  /** The letter and its mail are written, and not committed. */
  | 'writing'
  /** They are committed, and the process takes the mail to hand it over. */
  | 'taking'
  /** The mail server has it, and the row does not say so. */
  | 'ending'

/** Where a process is caught that sends a mail of a play. */
export type OutreachPlace =
  /** The mail is marked as being handed over, and that is not committed. */
  | 'marking'
  /** The mail server has it, and the row does not say so. */
  | 'storing'

export interface Trap {
  /** Resolves when the process is in the trap. */
  sprung(): Promise<void>
  /** Lets it, or what the database still has of it, go on. From now on the trap catches no process. */
  open(): Promise<void>
}

export interface Traps {
  set(step: string, place: CrashPoint): Promise<Trap>
  /**
   * Catches a finalizer of this kind of session as its transaction ends: files and refs are as they will be, no row is.
   * To open it takes the transaction back, as a database does that loses its client before the commit.
   */
  setFinalizer(table: 'project_import' | 'revision_upload'): Promise<Trap>
  /** Catches who looks after letters of invoices; to open it takes back what was not committed, and ends the trap. */
  setLetter(place: LetterPlace): Promise<Trap>
  /** The same for the process that sends mails of plays. */
  setOutreach(place: OutreachPlace): Promise<Trap>
  close(): Promise<void>
}

/**
 * Traps of the test in its own database: triggers that wait for a lock which the test holds. The product knows nothing
 * of them. One trap at a time.
 */
export const openTraps = async (url: string): Promise<Traps> => {
  const holder = await connect(url)
  const looker = await connect(url)
  await holder.query(wait)
  const setOn = async ([table, trigger]: TrapTrigger) => {
    await holder.query('select pg_advisory_lock($1)', [lock])
    await holder.query(`create trigger crash ${trigger} execute function crash.wait()`)
    const sprung = () => inTrap(looker, `locktype = 'advisory' and objid = ${lock}`)
    return { sprung, open: () => end(holder, `${takeBack}; drop trigger crash on ${table}`) }
  }
  return {
    set: async (step, place) => {
      await holder.query('select pg_advisory_lock($1)', [lock])
      await holder.query(triggerFor(step, place))
      const sprung = () => inTrap(looker, `locktype = 'advisory' and objid = ${lock}`)
      const open = () => end(holder, `select pg_advisory_unlock(${lock})`)
      return place === 'claimed' ? untilItReads(holder, looker, { sprung, open }) : { sprung, open }
    },
    setFinalizer: async (table) => {
      await holder.query('select pg_advisory_lock($1)', [lock])
      await holder.query(`create constraint trigger crash after update on ${table} deferrable initially deferred
        for each row when (new.status = 'finalized') execute function crash.wait()`)
      const sprung = () => inTrap(looker, `locktype = 'advisory' and objid = ${lock}`)
      return { sprung, open: () => end(holder, takeBack) }
    },
    setLetter: (place) => setOn(letterTriggers[place]),
    setOutreach: (place) => setOn(outreachTriggers[place]),
    close: async () => {
      await Promise.all([holder.end(), looker.end()])
    },
  }
}

/** Lets the claim be committed once no process can read projects any more, which is what every effect begins with. */
const untilItReads = (holder: pg.Client, looker: pg.Client, claiming: Trap): Trap => ({
  sprung: async () => {
    await claiming.sprung()
    await holder.query('begin')
    await holder.query('lock table project in access exclusive mode')
    await claiming.open()
    await inTrap(looker, `relation = 'project'::regclass`)
  },
  open: () => end(holder, 'rollback'),
})

const end = async (holder: pg.Client, text: string) => {
  await holder.query(text)
}

const inTrap = async (looker: pg.Client, what: string) => {
  const text = `select 1 from pg_locks where not granted and ${what}
    and database = (select oid from pg_database where datname = current_database())`
  await eventually(async () => (await looker.query(text)).rows.length > 0)
}

const lock = 4_310_001
const takeBack = `select pg_terminate_backend(pid) from pg_locks where not granted and objid = ${lock};
  select pg_advisory_unlock(${lock})`

type TrapTrigger = readonly [table: string, trigger: string]
const outreachTriggers: Readonly<Record<OutreachPlace, TrapTrigger>> = {
  marking: ['growth_message', `before update on growth_message for each row when (new.status = 'sending')`],
  storing: ['growth_message', `before update on growth_message for each row when (new.status = 'sent')`],
}
const letterTriggers: Readonly<Record<LetterPlace, TrapTrigger>> = {
  writing: ['client_invoice_letter', 'after insert on client_invoice_letter for each row'],
  taking: ['mail', 'before update on mail for each row when (new.attempts > old.attempts)'],
  ending: ['mail', `before update on mail for each row when (new.state = 'sent')`],
}

const wait = `
  create schema if not exists crash;
  grant usage on schema crash to public;
  create or replace function crash.wait() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${lock});
    return new;
  end $$`

const triggerFor = (step: string, place: CrashPoint) => {
  const [table, when] =
    place === 'in a model call'
      ? ['model_call', `new.status = 'finished'`]
      : ['run_step', `new.name = '${step}' and new.status = '${place === 'committing' ? 'done' : 'running'}'`]
  return `create or replace trigger crash before update on ${table} for each row when (${when}) execute function crash.wait()`
}

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  // The embedded database ends with its server, and these connections with it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
