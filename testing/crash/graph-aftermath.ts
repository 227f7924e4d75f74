import { join } from 'node:path'
import { git } from '../repository.ts'
import { asOwner, leftIn, recordOf, type Query } from './aftermath.ts'

/** What a cycle of several tasks has become, by the tables and by git, without what two undisturbed runs differ in. */
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
  const rows = await query<{ repository: string | null; name: string; sha: string }>(
    `select r.id as repository, integration_branch as name, integration_sha as sha
       from cycle c join repository r on r.project_id = c.project_id
       where c.project_id = (select project_id from cycle where id = $1)
     union all select null, branch, head_sha from task
       where project_id = (select project_id from cycle where id = $1)`,
    [cycleId],
  )
  const revisions = await query<{ generation: number; source: string; sha: string }>(
    `select generation, source, commit_sha as sha from revision
     where project_id = (select project_id from cycle where id = $1) order by generation`,
    [cycleId],
  )
  const { repository } = rows.find((row) => row.repository)!
  const gitDir = join(data, 'repositories', `${repository}.git`)
  const run = (...words: string[]) => git(gitDir, ...words).trim()
  const expected = [`${revisions.at(-1)!.sha} refs/heads/main`, ...rows.map(({ sha, name }) => `${sha} ${name}`)]
  const found = run('for-each-ref', '--format=%(objectname) %(refname)').split('\n')
  const files = run('ls-tree', '-r', '--name-only', 'main').split('\n')
  return {
    revisions: revisions.map(({ generation, source }) => `${generation} ${source}`),
    files,
    shared: files.includes('shared.txt') ? run('show', 'main:shared.txt') : undefined,
    subjects: run('log', '--format=%s', 'main').split('\n').sort(),
    refsUnlikeRows: [...new Set(expected).symmetricDifference(new Set(found))],
    repositoryFaults: run('fsck', '--no-dangling', '--no-progress'),
  }
}

const recorded = {
  events: ['cycle.completed', 'cycle.verified', 'task.merged', 'task.done', 'revision.created'],
  actions: ['cycle.deliver', 'task.merge', 'pending_request.create', 'pending_request.resolve'],
}
