import { join } from 'node:path'
import { gitBeside } from '../repository.ts'
import { asOwner } from '../crash/aftermath.ts'
import type { Query } from '../crash/git-aftermath.ts'
import type { Finding } from './findings.ts'

/**
 * The faults in the repositories of a project, or of all: the only ref is the target, which is at its newest revision,
 * each commit of a run is stored, and each merged task has one merge.
 */
export const brokenRepositories = (url: string, data: string, projectId: string | null = null): Promise<Finding[]> =>
  asOwner(url, async (query) => {
    const found: Finding[] = []
    for (const repository of await query<Repository>(repositories, [projectId]))
      for (const finding of await brokenIn(query, data, repository))
        found.push({ ...finding, repository: repository.id })
    return found
  })

interface Repository {
  readonly id: string
  readonly head: string
}

const brokenIn = async (query: Query, data: string, { id, head }: Repository): Promise<Finding[]> => {
  const found: Finding[] = []
  const git = async (...words: string[]) =>
    linesOf(await gitBeside(join(data, 'cache', 'repositories', `${id}.git`), ...words))
  for (const ref of await query<{ name: string; sha: string }>(refs, [id]))
    if (ref.sha !== head || ref.name !== 'refs/heads/main') found.push({ rule: 'the only ref is the target', ...ref })
  const rows = await query<{ sha: string }>(ofRuns, [id])
  const stored = rows.length === 0 ? [] : await git('rev-list', '--no-walk', '--ignore-missing', ...rows.map(shaOf))
  for (const { sha } of rows)
    if (!stored.includes(sha)) found.push({ rule: 'a commit that a row names is stored', sha })
  const merges = await query<{ sha: string; mergeSha: string }>(merged, [id])
  // Without a commit it would walk from the newest one.
  const parents = merges.length === 0 ? [] : await git('rev-list', '--no-walk', '--parents', ...merges.map(mergeOf))
  for (const { sha, mergeSha } of merges)
    if (!parents.some((line) => line.startsWith(mergeSha) && line.split(' ').includes(sha)))
      found.push({ rule: 'a merge is one of its task', mergeSha })
  const delivered = await query(done, [id])
  const inHistory = await git('log', '--format=%H', '--merges', head)
  if (inHistory.length < delivered.length) found.push({ rule: 'what was delivered is on the branch' })
  const faults = await git('fsck', '--no-dangling', '--no-progress')
  if (faults.length > 0) found.push({ rule: 'a repository is sound', faults })
  return found
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)
const shaOf = ({ sha }: { sha: string }) => sha
const mergeOf = ({ mergeSha }: { mergeSha: string }) => mergeSha

const repositories = `select r.id, v.commit_sha as head from repository r join lateral (select commit_sha from revision
  where project_id = r.project_id order by generation desc limit 1) v on true where $1::uuid is null or r.project_id = $1`
const refs = 'select name, sha from repository_ref where repository_id = $1'
const ofRuns = `select c.integration_sha as sha from cycle c
    join repository r on r.project_id = c.project_id where r.id = $1 and c.integration_sha is not null
  union select t.head_sha from task t
    join repository r on r.project_id = t.project_id where r.id = $1 and t.head_sha is not null`
const merged = `select t.head_sha as sha, t.merge_sha as "mergeSha" from task t
  join repository r on r.project_id = t.project_id where r.id = $1 and t.merge_sha is not null`
const done = `select t.id from task t join repository r on r.project_id = t.project_id where r.id = $1 and t.status = 'done'`
