import pg from 'pg'
import { chainOf } from './audit-chain.ts'
import { type Query, repositoryOf } from './git-aftermath.ts'

/** The rows of every cycle after any deaths of its processes. */
const whole = {
  cycle: { status: 'completed', failure: null },
  task: { status: 'done' },
  runs: ['finished'],
  steps: [
    'plan done',
    'check-base done',
    'advance done',
    'build-task done',
    'check-task done',
    'review-task done',
    'advance done',
    'merge-task done',
    'advance done',
    'prepare-delivery done',
    'deliver done',
  ],
  revisions: ['1 import', '2 merge'],
  mergesInHistory: 1,
  commitsInHistory: 3,
  refsUnlikeRows: [],
  repositoryFaults: '',
  announced: { 'cycle.completed': 1, 'task.merged': 1, 'task.done': 1, 'revision.created': 1 },
  eventsAreNumbered: true,
  audited: { 'cycle.deliver': 1, 'task.merge': 1 },
  auditChain: 'whole',
  leftInTables: [],
}

const recorded = { events: Object.keys(whole.announced), actions: Object.keys(whole.audited) }

/** The same, with the steps that a second attempt was made at. */
export const wholeAfter = (...repeated: string[]) => ({ ...whole, repeated })

/** Looks at the tables and at git, as the owner of both, at what a cycle has become. */
export const aftermathOf = (url: string, data: string, cycleId: string): Promise<object> =>
  asOwner(url, async (query) => ({
    ...(await workOf(query, cycleId)),
    ...(await historyOf(query, data, cycleId)),
    ...(await recordOf(query, cycleId, recorded)),
  }))

/** Reads a database as its owner, for whom row-level security does not hold. */
export const asOwner = async <T>(url: string, read: (query: Query) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  // A database that is stopped during it rejects the query as well; without a listener it would end the test.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await read(async (text, values) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}

const workOf = async (query: Query, cycleId: string) => {
  const [cycle] = await query<{ status: string; failure: null }>('select status, failure from cycle where id = $1', [
    cycleId,
  ])
  const [task] = await query<{ status: string }>('select status from task where cycle_id = $1', [cycleId])
  const runs = await query<{ status: string }>('select status from run where subject_id = $1 order by number', [
    cycleId,
  ])
  const steps = await query<{ name: string; status: string; attempt: number }>(
    `select s.name, s.status, s.attempt from run_step s join run r on r.id = s.run_id left join run p on p.id = r.parent_id
     where coalesce(p.subject_id, r.subject_id) = $1
     order by coalesce(p.number, r.number), s.ended_at nulls last, r.parent_id is null, s.seq`,
    [cycleId],
  )
  return {
    cycle: cycle!,
    task: task!,
    runs: runs.map(({ status }) => status),
    steps: steps.map(({ name, status }) => `${name} ${status}`),
    repeated: steps.filter(({ attempt }) => attempt > 1).map(({ name }) => name),
    leftInTables: await leftIn(query),
  }
}

const passing = [
  "select id from model_call where status = 'open'",
  'select scope_id from budget where reserved_micros <> 0',
  'select id from sandbox_slot',
  'select run_id from sandbox_wait',
  'select job_id from step_cancel',
  'select run_id from run_parked',
  'select id from queue.job',
]

/** The tables that hold rows although nothing is at work. */
export const leftIn = async (query: Query) => {
  const left: string[] = []
  for (const text of passing) if ((await query(text)).length > 0) left.push(text)
  return left
}

const historyOf = async (query: Query, data: string, cycleId: string) => {
  const { git, head, history } = await repositoryOf(query, data, cycleId)
  return {
    ...history,
    mergesInHistory: Number(git('rev-list', '--count', '--merges', head)),
    commitsInHistory: Number(git('rev-list', '--count', head)),
  }
}

/** How often these events of a cycle and these actions were recorded, and whether the record is whole. */
export const recordOf = async (
  query: Query,
  cycleId: string,
  { events, actions }: Readonly<Record<'events' | 'actions', readonly string[]>>,
) => {
  const counts = async (text: string, values: unknown[]) => {
    const rows = await query<{ name: string; count: number }>(text, values)
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  const [numbers] = await query<{ numbered: boolean }>(
    'select max(position) = count(*) as numbered from activity_event',
  )
  return {
    announced: await counts(
      'select name, count(*)::int from activity_event where cycle_id = $1 and name = any($2) group by name order by name',
      [cycleId, events],
    ),
    audited: await counts(
      'select action as name, count(*)::int from audit_row where action = any($1) group by action order by action',
      [actions],
    ),
    eventsAreNumbered: numbers!.numbered,
    auditChain: await chainOf(query),
  }
}
