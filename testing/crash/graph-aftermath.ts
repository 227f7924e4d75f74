import { asOwner, leftIn, recordOf } from './aftermath.ts'
import { type Query, repositoryOf } from './git-aftermath.ts'

/** The end state of a cycle of several tasks, by the tables and by git, without differences of two undisturbed runs. */
export const graphAftermath = (url: string, data: string, cycleId: string) =>
  asOwner(url, async (query) => ({
    ...(await workOf(query, cycleId)),
    ...(await historyOf(query, data, cycleId)),
    ...(await recordOf(query, cycleId, recorded)),
    leftInTables: await leftIn(query),
  }))

const workOf = async (query: Query, cycleId: string) => {
  const [cycle] = await query('select status, failure from cycle where id = $1', [cycleId])
  const tasks = await query(
    'select title, status, own_runs as runs, failure from task where cycle_id = $1 order by number',
    [cycleId],
  )
  const steps = await query<{ name: string; count: number }>(
    `select s.name || ' ' || s.status as name, count(*)::int from run_step s join run r on r.id = s.run_id
     left join run p on p.id = r.parent_id where coalesce(p.subject_id, r.subject_id) = $1 and s.name <> 'advance'
     group by 1 order by 1`,
    [cycleId],
  )
  const requests = await query(
    `select request_type as type, status, count(*)::int from pending_request where cycle_id = $1
     group by 1, 2 order by 1, 2`,
    [cycleId],
  )
  return { cycle, tasks, requests, steps: Object.fromEntries(steps.map(({ name, count }) => [name, count])) }
}

const historyOf = async (query: Query, data: string, cycleId: string) => {
  const { git, head, history } = await repositoryOf(query, data, cycleId)
  const files = git('ls-tree', '-r', '--name-only', head).split('\n')
  return {
    ...history,
    files,
    shared: files.includes('shared.txt') ? git('show', `${head}:shared.txt`) : undefined,
    subjects: git('log', '--format=%s', head).split('\n').sort(),
  }
}

const recorded = {
  events: ['cycle.completed', 'cycle.checked', 'task.merged', 'task.done', 'revision.created'],
  actions: ['cycle.deliver', 'task.merge', 'pending_request.create', 'pending_request.resolve'],
}
