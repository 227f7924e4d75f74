import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git, gitBeside, inFolder } from '../../repository.ts'
import type { Accepted, Finding, Stand } from './stand.ts'

interface NamedCommit {
  readonly name: string
  readonly sha: string
}
type OfKind<Kind extends Accepted['kind']> = Extract<Accepted, { readonly kind: Kind }>

/** The commits that rows name: all of them are in the packs of their repository, with all that they are made of. */
const commits = `
  select name, sha from repository_ref where repository_id = $1
  union select 'revision ' || generation, commit_sha from revision where repository_id = $1
  union select ref.name, ref.sha from (select name, sha, project_id, repository_id from repository_run_ref
      union select 'merge of task ' || id, merge_sha, project_id, repository_id from task where merge_sha is not null) ref
    where coalesce(ref.repository_id, (select id from repository main
      where main.project_id = ref.project_id and main.primary_since is not null and main.detached_at is null)) = $1`
const repositories = `select id, project_id as "projectId" from repository
  where host = 'native-repos' and purged_at is null order by id`
const packs = `select name, format('repositories/%s/%s', repository_id, object_id) as key from repository_pack
  where repository_id = $1`
const heads = `select r.sha, (select v.commit_sha from revision v where v.project_id = $2
    order by generation desc limit 1) as revised
  from repository_ref r join repository on repository.id = r.repository_id
  where r.repository_id = $1 and r.name = 'refs/heads/' || repository.default_branch`

/**
 * Looks at each repository as its packs make it, in a folder of its own. One with a pack among `faulty` keys has its
 * finding, and is left out.
 */
export const repositoryFaults = async (stand: Stand, faulty: ReadonlySet<unknown>): Promise<Finding[]> => {
  const found: Finding[] = []
  const rows = await stand.query<{ id: string; projectId: string }>(repositories)
  for (const row of rows)
    for (const finding of await inFolder((folder) => faultsOf(stand, faulty, row, folder)))
      found.push({ ...finding, repository: row.id })
  return found
}

const faultsOf = async (
  stand: Stand,
  faulty: ReadonlySet<unknown>,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  folder: string,
): Promise<Finding[]> => {
  if (!(await unpack(stand, faulty, id, folder))) return []
  const run = async (...words: string[]) => (await gitBeside(folder, ...words)).split('\n').filter(Boolean)
  const all = await stand.query<NamedCommit>(commits, [id])
  if (all.length === 0) return []
  const present = new Set(await run('rev-list', '--no-walk', '--ignore-missing', ...all.map(({ sha }) => sha)))
  const found: Finding[] = all
    .filter(({ sha }) => !present.has(sha))
    .map(({ name, sha }) => ({ rule: 'a commit that a row names is stored', name, sha }))
  await writeRefs(folder, present)
  const faults = await run('fsck', '--full', '--no-dangling', '--no-progress').catch((error: Error) => [error.message])
  if (faults.length > 0) found.push({ rule: 'a repository is whole in its packs', faults })
  const [head] = await stand.query<{ sha: string; revised: string | null }>(heads, [id, projectId])
  if (!head || !present.has(head.sha) || faults.length > 0) return found
  if (head.sha !== head.revised) found.push({ rule: 'a branch is at its newest revision', ...head })
  const history = new Set(await run('rev-list', head.sha))
  const files = await run('ls-tree', '-r', '--name-only', head.sha)
  for (const push of ofKind(stand, 'push', projectId))
    if (!history.has(push.commitSha)) found.push({ rule: 'an accepted push is on its branch', ...push })
  for (const cycle of await completed(stand, projectId))
    if (!files.includes(cycle.path) || git(folder, 'show', `${head.sha}:${cycle.path}`) !== cycle.content)
      found.push({ rule: 'the file of a completed cycle is on its branch', ...cycle })
  return found
}

const ofKind = <Kind extends 'push' | 'cycle'>({ accepted }: Stand, kind: Kind, projectId: string) =>
  accepted.filter((one): one is OfKind<Kind> => one.kind === kind && 'projectId' in one && one.projectId === projectId)

const completed = async (stand: Stand, projectId: string) => {
  const text = `select title from cycle where project_id = $1 and status = 'completed'`
  const titles = new Set((await stand.query<{ title: string }>(text, [projectId])).map(({ title }) => title))
  return ofKind(stand, 'cycle', projectId).filter(({ title }) => titles.has(title))
}

/** Makes a bare repository of only the packs; false if one of them is faulty. */
const unpack = async ({ query, objects }: Stand, faulty: ReadonlySet<unknown>, id: string, folder: string) => {
  git(folder, 'init', '-q', '--bare', '.')
  await mkdir(join(folder, 'objects', 'pack'), { recursive: true })
  for (const { name, key } of await query<{ name: string; key: string }>(packs, [id]))
    for (const kind of ['pack', 'idx']) {
      if (faulty.has(`${key}.${kind}`)) return false
      await writeFile(join(folder, 'objects', 'pack', `${name}.${kind}`), (await objects.read(`${key}.${kind}`))!)
    }
  return true
}

const writeRefs = (folder: string, shas: ReadonlySet<string>) => {
  const lines = [...shas].map((sha, at) => `${sha} refs/heads/named-${String(at).padStart(6, '0')}\n`)
  return writeFile(join(folder, 'packed-refs'), `# pack-refs with: sorted \n${lines.join('')}`)
}
