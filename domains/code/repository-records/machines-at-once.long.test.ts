import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  keysOf,
  openPackStore,
  openRepositories,
  RepositoryAbsentError,
  type Repositories,
  type StoredPack,
} from '../../../execution/repositories/index.ts'
import { shaOf, writePack } from '../../../execution/repositories/packs/write-pack.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { library } from '../../../testing/delivery.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { passRemovals } from '../../../testing/objects/removals.ts'
import { startFakeS3 } from '../../../testing/objects/s3.ts'
import { headOfBranch } from '../../../testing/repositories/refs.ts'
import { plainGit, runDirectly } from '../../../testing/repositories/samples.ts'
import { bundleOf, importProject, inFolder } from '../../../testing/repository.ts'
import { type Scene, scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { lengthOf } from '../../../testing/soak.ts'
import { deleteProject } from '../projects/contract.ts'
import { lockProject } from '../projects/index.ts'
import { consolidateRepositories } from '../projects/jobs/consolidate-repositories.ts'
import { purgeProjects } from '../projects/jobs/purge-projects.ts'
import { advanceHead, headRevision, pushCommit, type RevisionRow } from '../revisions/index.ts'
import { moveRef, namedObjects, openPackRecords } from './index.ts'

const bucket = await startFakeS3('objects')
const server = await testServer({
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(bucket.endpoint)}`,
  AWS_ACCESS_KEY_ID: bucket.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: bucket.place.secretAccessKey,
})
const folder = await mkdtemp(join(tmpdir(), 'atelier-machines-'))
afterAll(async () => {
  for (const { repositories } of machines) await repositories.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

/** The waits at the rows and the store, one after the other, which mix what happens at the same time. */
let waits: readonly number[] = []
let waited = 0
const wait = () => {
  const ms = waits.length === 0 ? 0 : waits[waited++ % waits.length]!
  return ms === 0 ? undefined : pause(ms)
}
/** The same object, whose functions wait before and after. */
const waiting = <Parts extends object>(parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value]
      const work = async (...asked: unknown[]) => {
        await wait()
        const answer: unknown = await value(...asked)
        await wait()
        return answer
      }
      return [name, work]
    }),
  ) as Parts

interface Machine {
  readonly repositories: Repositories
  readonly dataFolder: string
}

/** A machine of its own folder, whose copies of repositories go as soon as nothing holds them. */
const openMachine = async (name: string): Promise<Machine> => {
  const dataFolder = join(folder, name)
  const packs = openPackStore(waiting(server.parts.objects), waiting(openPackRecords(server.database)))
  const eviction = { mostBytes: async () => 0, unusedMs: 0 }
  return { dataFolder, repositories: await openRepositories({ dataFolder, packs, eviction }) }
}
const machines = [await openMachine('a'), await openMachine('b')]

interface World {
  readonly at: Scene
  readonly projectId: string
  readonly repositoryId: string
  /** The accepted commits, which every later head has in its history. */
  readonly accepted: string[]
  /** Work that no branch names. */
  readonly dropped: { readonly onto: string; readonly key: string }[]
}

/** The refusal of a commit that came too late; undefined if it did not. */
type Outcome = Exclude<Awaited<ReturnType<typeof pushCommit>>, RevisionRow> | undefined
type Work = (world: World, machine: Machine, nth: number) => Promise<Outcome>

const headOf = ({ at, projectId }: World) => server.database.reading(at.workspace, (tx) => headRevision(tx, projectId))

const details = (key: string) => ({ message: key, at: new Date(0), key })
const change = (onto: string, key: string) => ({
  ...details(key),
  onto,
  from: onto,
  restores: () => false,
  contents: new Map([[`${key}.md`, Buffer.from(`${key}\n`)]]),
})

/** A commit on the head as git pushes it: a pack that extends the head. */
const push: Work = async (world, { repositories }, nth) => {
  const head = await headOf(world)
  if (!head) return 'absent'
  const { workspace } = world.at
  const { repositoryId, commitSha, branch } = head
  const person = 'Ada <ada@example.com> 1700000000 +0000'
  const tree = await repositories.treeOf(repositoryId, commitSha)
  const content = `tree ${tree}\nparent ${commitSha}\nauthor ${person}\ncommitter ${person}\n\nPush ${nth}\n`
  const made = { kind: 'commit', content } as const
  const pushed = shaOf(made)
  const quarantine = await inFolder(async (place) => {
    const pack = readFileSync(join(place, `${await writePack(place, [made])}.pack`))
    const bundlePath = join(place, 'push.bundle')
    await writeFile(bundlePath, [`# v2 git bundle\n-${commitSha}\n${pushed} refs/heads/${branch}\n\n`, pack])
    const base = { repositoryId, commitSha }
    const inspected = await repositories.inspectBundle({
      bundlePath,
      commitSha: pushed,
      branch,
      run: runDirectly,
      base,
    })
    if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
    return repositories.store(inspected.quarantine, { workspace, repositoryId })
  })
  const parts = { repositories, everyDomain: server.parts.everyDomain }
  const manifest = { manifest: Buffer.from('{}'), manifestSha256: '0'.repeat(64) }
  const revision = await server.database.within(workspace, async (tx) =>
    pushCommit(parts, tx, head, { quarantine, ...manifest }, await tx.now()),
  )
  if (typeof revision === 'string') {
    await repositories.discard(quarantine)
    return revision
  }
  world.accepted.push(pushed)
  return undefined
}

/** Moves the branch from a head to a commit that a step has made. */
const deliverCommit = async (world: World, head: RevisionRow, sha: string) => {
  const { at, projectId } = world
  const { repositoryId, branch, commitSha: from } = head
  const outcome = await server.database.within(at.workspace, async (tx): Promise<Outcome> => {
    if (!(await lockProject(tx, projectId))) return 'absent'
    if (!(await moveRef(tx, { repositoryId, name: `refs/heads/${branch}`, from, to: sha }))) return 'moved'
    const manifest = { manifest: Buffer.from('{}'), manifestSha256: '0'.repeat(64) }
    const place = { projectId, repositoryId, branch, commitSha: sha, source: 'merge' as const }
    await advanceHead(tx, { ...place, ...manifest, now: await tx.now() })
    return undefined
  })
  if (outcome === undefined) world.accepted.push(sha)
  return outcome
}

const deliver: Work = async (world, { repositories }, nth) => {
  const head = await headOf(world)
  if (!head) return 'absent'
  const sha = await repositories.overlay(head.repositoryId, change(head.commitSha, `deliver-${nth}`))
  return deliverCommit(world, head, sha!)
}

const drop: Work = async (world, { repositories }, nth) => {
  const onto = world.accepted.at(-1)!
  const key = `dropped-${nth}`
  await repositories.overlay(world.repositoryId, change(onto, key))
  world.dropped.push({ onto, key })
  return undefined
}

/** Makes a commit again that was made and dropped, and merges it: the second attempt of a step. */
const repeat: Work = async (world, machine, nth) => {
  const earlier = world.dropped[nth % world.dropped.length]
  if (!earlier) return drop(world, machine, nth)
  const head = await headOf(world)
  if (!head) return 'absent'
  const { repositories } = machine
  const theirs = await repositories.overlay(world.repositoryId, change(earlier.onto, earlier.key))
  const of = { ...details(`merge-${nth}`), ours: head.commitSha, theirs: theirs! }
  const { sha } = await repositories.merge(world.repositoryId, of)
  return sha === undefined || sha === head.commitSha ? undefined : deliverCommit(world, head, sha)
}

const consolidate: Work = async ({ at, repositoryId }, { repositories }) => {
  const named = () => server.database.reading(at.workspace, (tx) => namedObjects(tx, repositoryId))
  await repositories.consolidate(repositoryId, { named })
  return undefined
}

const evict: Work = async (_world, { repositories }) =>
  repositories.sweep({ olderThanMs: 60_000 }).then(() => undefined)

const read: Work = async ({ accepted, repositoryId }, { repositories }, nth) => {
  const of = { commit: accepted[nth % accepted.length]!, maxFiles: 1_000, maxBytes: 1e6 }
  expect((await repositories.archive(repositoryId, of)).truncated).toBe(false)
  return undefined
}

const works = { push, deliver, drop, repeat, consolidate, evict, read }
const moves = fc.record({
  work: fc.constantFrom(...(Object.keys(works) as (keyof typeof works)[])),
  machine: fc.constantFrom(0, 1),
})
const stories = fc.record({
  rounds: fc.array(
    fc.record({ days: fc.constantFrom(0, 4, 15), moves: fc.array(moves, { minLength: 4, maxLength: 7 }) }),
    { minLength: 3, maxLength: 4 },
  ),
  waits: fc.array(fc.constantFrom(0, 0, 1, 3, 10, 30), { minLength: 20, maxLength: 40 }),
})

const pass = (repositoryId: string, days: number) =>
  asOwner(
    server,
    `update repository_pack set created_at = created_at - make_interval(days => $2),
       pruned_at = pruned_at - make_interval(days => $2) where repository_id = $1`,
    [repositoryId, days],
  )

/** Looks at each machine between rounds, after every copy was deleted. */
const expectWhole = async (world: World) => {
  const { repositoryId, accepted } = world
  const head = await headOfBranch(server, repositoryId)
  expect([(await headOf(world))!.commitSha, accepted]).toEqual([head, expect.arrayContaining([head])])
  const rows = await asOwner(server, 'select object_id as "objectId" from repository_pack where repository_id = $1', [
    repositoryId,
  ])
  for (const row of rows as { objectId: string }[])
    for (const key of Object.values(keysOf(repositoryId, row)))
      expect(bucket.objects.has(`atelier/${key}`), key).toBe(true)
  for (const machine of machines) {
    await evict(world, machine, 0)
    await machine.repositories.close()
    expect(await copiesAt(machine)).toEqual([])
    await machine.repositories.holding(repositoryId, async (gitDir) => {
      const history = plainGit(gitDir, ['rev-list', '--objects', head])
      for (const sha of accepted) expect(history).toContain(sha)
      expect(plainGit(gitDir, ['fsck', '--full', '--strict', '--no-dangling'])).toBe('')
    })
  }
}

const copiesAt = ({ dataFolder }: Machine) => readdir(join(dataFolder, 'cache', 'repositories'))

let nth = 0
/** Carries out concurrent actions; returns the refusals of the late ones. */
const atOnce = (world: World, asked: readonly { readonly work: keyof typeof works; readonly machine: number }[]) =>
  Promise.all(asked.map(({ work, machine }) => works[work](world, machines[machine]!, (nth += 1))))

const begin = async (): Promise<World> => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const [repository] = await at.rows('repository')
  const repositoryId = String(repository!.id)
  return { at, projectId, repositoryId, accepted: [await headOfBranch(server, repositoryId)], dropped: [] }
}

/** Nothing that is stored too late stays, on no disk and not in the store. */
const removeAtOnce = async (world: World) => {
  const { at, projectId, repositoryId } = world
  const lately = [
    { work: 'push', machine: 0 },
    { work: 'deliver', machine: 1 },
  ] as const
  await Promise.all([at.owner.call(deleteProject, { id: projectId }), atOnce(world, lately)])
  expect(await atOnce(world, lately)).toEqual(['absent', 'absent'])
  await asOwner(server, `update project set deleted_at = now() - interval '31 days' where id = $1`, [projectId])
  await pass(repositoryId, 31)
  const late = (['consolidate', 'drop', 'read', 'evict'] as const).flatMap((work) => [
    works[work](world, machines[0]!, (nth += 1)),
    works[work](world, machines[1]!, (nth += 1)),
  ])
  const ended = await Promise.allSettled([purgeProjects(server.parts, scheduledContext), ...late])
  for (const each of ended) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(RepositoryAbsentError)
  await consolidateRepositories(server.parts, scheduledContext)
  await passRemovals(server)
  expect([...bucket.objects.keys()].filter((key) => key.includes(repositoryId))).toEqual([])
  for (const { repositories } of machines) {
    await repositories.sweep({ olderThanMs: 0 })
    await repositories.close()
  }
  expect(await Promise.all(machines.map(copiesAt))).toEqual([[], []])
}

test('two machines that push, deliver, consolidate, evict, read and delete one repository at once lose nothing of it', async () => {
  const story = fc.asyncProperty(stories, async ({ rounds, waits: mixed }) => {
    const world = await begin()
    for (const { days, moves: asked } of rounds) {
      await pass(world.repositoryId, days)
      waits = mixed
      const before = world.accepted.length
      const ended = await atOnce(world, asked)
      waits = []
      const refused = ended.filter((each) => each !== undefined)
      expect(refused).toEqual(refused.map(() => 'moved'))
      expect(refused.length === 0 || world.accepted.length > before).toBe(true)
      await expectWhole(world)
    }
    waits = mixed
    await removeAtOnce(world)
    waits = []
  })
  await fc.assert(story, { numRuns: lengthOf({ daily: 4, soak: 40 }), endOnFailure: true })
})

test('packs are replaced and counted as stored again only if they are unchanged', async () => {
  const { at, repositoryId } = await begin()
  const place = { workspace: at.workspace, repositoryId }
  const records = openPackRecords(server.database)
  const made = (digit: string) => ({
    name: `pack-${digit.repeat(40)}`,
    objectId: randomUUID(),
    packBytes: 1,
    packSha256: '0'.repeat(64),
    indexBytes: 1,
    indexSha256: '0'.repeat(64),
  })
  const [one, two, three] = ['1', '2', '3'].map(made) as [StoredPack, StoredPack, StoredPack]
  const names = async () => (await records.of(repositoryId)).map(({ name }) => name)
  await records.announce(place, [one, two, three])
  expect(await records.add(place, [one], [])).toBe(true)
  await pass(repositoryId, 15)
  const seen = (await records.of(repositoryId)).filter(({ name }) => name === one.name)
  expect(await records.add(place, [{ ...one, objectId: randomUUID() }], [])).toBe(true)
  const change = { gone: seen, made: [two], stays: [], createdAt: new Date(), isPruned: true }
  const before = await records.of(repositoryId)
  expect(await records.replace(place, change)).toBe(false)
  expect(await records.of(repositoryId)).toEqual(before)

  const gone = before.filter(({ name }) => name === one.name)
  expect(await records.replace(place, { ...change, gone })).toBe(true)
  expect(await names()).toEqual(expect.arrayContaining([two.name]))
  expect(await records.add(place, [three], [one.name])).toBe(false)
  expect(await names()).not.toEqual(expect.arrayContaining([three.name]))
})
