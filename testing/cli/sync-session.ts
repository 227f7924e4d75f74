import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { getProjectProtectedFiles } from '../../domains/code/revisions/contract.ts'
import { plainGit, Sample } from '../repositories/samples.ts'
import type { TestServer } from '../server.ts'
import { eventually } from '../jobs/world.ts'
import { startCli } from './run-cli.ts'
import { commandsIn, syncing } from './syncing.ts'

const names = ['a', 'b', 'u'] as const
const who = fc.constantFrom('one', 'two')
const what = fc.constantFrom(...names)

/** A person's actions between two looks at the clones. */
export const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit'), who, file: what }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit'), who, file: what }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('protect', 'unprotect'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('finish', 'merge'), who }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('push', 'pull', 'sync'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('agent'), file: what }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('race') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('crash'),
      who,
      command: fc.constantFrom('push', 'pull', 'sync'),
      at: fc.nat({ max: 99 }),
    }),
  },
)
export interface Step {
  readonly kind: string
  readonly who?: string
  readonly file?: string
  readonly command?: string
  /** When a command is killed: a hundredth of the time that the last whole one took. */
  readonly at?: number
}

type SyncPlace = Awaited<ReturnType<typeof syncing>>
type Clone = SyncPlace['one']

const protectedFile = '.env'
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const read = (path: string) => (existsSync(path) ? readFileSync(path) : undefined)

/** The id that git gives to content. */
const blobOf = (content: Buffer | undefined) =>
  content && createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

/** The parts of a clone that may be lost. */
const lookAt = ({ sample }: Clone) => {
  const state = read(join(sample.path, '.git', 'atelier-sync.json'))
  const kept = state && (JSON.parse(state.toString()) as { protectedFiles: Record<string, string> }).protectedFiles
  const inHead = new Map(
    sample
      .git('ls-tree', '--format=%(path) %(objectname)', 'main', '--', ...names)
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  )
  const files = names.map((name) => ({
    name,
    here: blobOf(read(join(sample.path, name))),
    inHead: inHead.get(name),
  }))
  const env = read(join(sample.path, protectedFile))
  return { head: sample.git('rev-parse', 'main'), files, env: env && hashOf(env), synced: kept?.[protectedFile] }
}
type CheckoutState = ReturnType<typeof lookAt>

/** No change that was not committed is another one now, and no protected file that both sides did not have. */
const expectNothingLost = (before: CheckoutState, after: CheckoutState) => {
  for (const [at, file] of before.files.entries()) {
    const now = after.files[at]!
    if (now.here === file.here) continue
    expect(file.here, `${file.name} had a change of its own`).toBe(file.inHead)
    expect(now.here, `${file.name} is what the branch has`).toBe(now.inHead)
  }
  if (after.env !== before.env && before.env !== undefined) expect(before.env, 'the protected file').toBe(before.synced)
}

/** Two clones, an agent and the cloud, with the invariants after every action. */
export const openSyncSession = async (server: TestServer): Promise<SyncSession> => {
  const place = await syncing(server, { a: '0', b: '0' })
  const { world, folder, projectId } = place
  await commandsIn(server, world.owner, folder)('pull', 'agent', '--project', projectId)
  const sample = new Sample(join(folder, 'agent'))
  plainGit(folder, ['init', '--quiet', '--bare', join(folder, 'witness.git')])
  return new SyncSession(place, { sample, run: commandsIn(server, world.owner, sample.path) })
}

const refused = ['unsynced', 'conflict']

class SyncSession {
  readonly #place: SyncPlace
  readonly #agent: Clone
  readonly #commits: string[] = []
  #count = 0
  #wholeMs = 2_000

  constructor(place: SyncPlace, agent: Clone) {
    this.#place = place
    this.#agent = agent
  }

  async take({ kind, who, file = 'a', command = 'pull', at = 0 }: Step): Promise<void> {
    const clone = who === 'two' ? this.#place.two : this.#place.one
    if (kind === 'commit') this.#commit(clone, file)
    else if (kind === 'edit') clone.sample.write(file, this.#fresh())
    else if (kind === 'protect') clone.sample.write(protectedFile, `TOKEN=${this.#fresh()}`)
    else if (kind === 'unprotect') rmSync(join(clone.sample.path, protectedFile), { force: true })
    else if (kind === 'finish') this.#finish(clone)
    else if (kind === 'merge') merge(clone)
    else if (kind === 'race') await this.#race()
    else if (kind === 'crash') await this.#crash(clone, command, at)
    else if (kind === 'agent') {
      await this.#command(this.#agent, 'pull')
      this.#commit(this.#agent, file)
      await this.#command(this.#agent, 'push')
    } else await this.#command(clone, kind)
  }

  /** In the end everybody brings everything together: each commit that was made is in the project. */
  async conclude(): Promise<void> {
    const { one, two } = this.#place
    for (const clone of [one, two]) {
      rmSync(join(clone.sample.path, protectedFile), { force: true })
      this.#finish(clone)
      await this.#command(clone, 'pull')
      merge(clone)
      expect(await this.#command(clone, 'sync')).toBeUndefined()
    }
    expect(await this.#command(one, 'sync')).toBeUndefined()
    const { commitSha, env } = await this.#cloud()
    this.#expectIn(...this.#commits.map((commit) => [commitSha, commit] as const))
    for (const clone of [one, two]) expect(lookAt(clone)).toMatchObject({ head: commitSha, env })
  }

  #fresh() {
    return `${(this.#count += 1)}\n`
  }

  #commit({ sample }: Clone, file: string) {
    sample.write(file, this.#fresh()).git('add', '--', file)
    sample.git('commit', '--quiet', '--message', `Change ${file}`)
    this.#commits.push(sample.git('rev-parse', 'main'))
  }

  #finish({ sample }: Clone) {
    sample.git('add', '--', ...names.filter((name) => existsSync(join(sample.path, name))))
    sample.git('commit', '--quiet', '--allow-empty', '--message', 'Finish')
    this.#commits.push(sample.git('rev-parse', 'main'))
  }

  async #cloud() {
    const { world, projectId, head } = this.#place
    const { commitSha } = await head()
    const { body } = await world.owner.call(getProjectProtectedFiles, { id: projectId })
    const files = body.protectedFiles as { path: string; sha256: string }[]
    return { commitSha, env: files.find(({ path }) => path === protectedFile)?.sha256 }
  }

  /**
   * A repository of its own, which has the commits of all, sees that the second of each two is in the history of the
   * first.
   */
  #expectIn(...all: readonly (readonly [descendant: string, ancestor: string])[]) {
    const pairs = all.filter(([descendant, ancestor]) => descendant !== ancestor)
    if (pairs.length === 0) return
    const { one, two, folder } = this.#place
    const witness = join(folder, 'witness.git')
    for (const { sample } of [one, two, this.#agent]) {
      const refs = `+refs/heads/*:refs/of/${sample.path.split('/').at(-1)}/*`
      plainGit(witness, ['fetch', '--quiet', '--no-tags', sample.path, refs])
    }
    for (const [descendant, ancestor] of pairs) plainGit(witness, ['merge-base', '--is-ancestor', ancestor, descendant])
  }

  async #command(clone: Clone, kind: string) {
    const before = lookAt(clone)
    const there = await this.#cloud()
    const { failure } = await clone.run(kind, ...(kind === 'pull' ? [] : ['--protect']))
    const after = lookAt(clone)
    const now = await this.#cloud()
    this.#expectIn([after.head, before.head], [now.commitSha, there.commitSha])
    expectNothingLost(before, after)
    if (failure) {
      expect(refused).toContain(failure.kind)
      expect([after.head, after.files, after.env]).toEqual([before.head, before.files, before.env])
    } else if (kind !== 'pull') expect(now.commitSha).toBe(after.head)
    if (now.env !== there.env && there.env !== undefined) expect(there.env, 'the project’s own').toBe(before.synced)
    return failure
  }

  /** A command is killed at some point of its work. The next one settles what it left; nothing is lost by both. */
  async #crash(clone: Clone, command: string, at: number) {
    const { server, world } = this.#place
    const before = lookAt(clone)
    const there = await this.#cloud()
    const environment = { HOME: this.#place.folder, ATELIER_URL: server.baseUrl, ATELIER_API_KEY: world.owner.key! }
    const words = [command, ...(command === 'pull' ? [] : ['--protect'])]
    const begun = performance.now()
    const running = startCli(words, clone.sample.path, environment)
    const killing = setTimeout(() => running.kill(), (this.#wholeMs * at) / 100)
    const { exitCode } = await running.ended
    clearTimeout(killing)
    if (exitCode !== null) this.#wholeMs = performance.now() - begun
    // The server may go on with the bytes that it got.
    await eventually(async () => (await world.rows('revision_upload')).every(({ status }) => status !== 'finalizing'))
    const settled = await clone.run('pull')
    if (settled.failure) expect(refused).toContain(settled.failure.kind)
    const after = lookAt(clone)
    const now = await this.#cloud()
    this.#expectIn([after.head, before.head], [now.commitSha, there.commitSha])
    expectNothingLost(before, after)
  }

  /** Both push at once: each arrives whole, or is refused and changes nothing. */
  async #race() {
    const clones = [this.#place.one, this.#place.two]
    const before = clones.map(lookAt)
    const there = await this.#cloud()
    const ran = await Promise.all(clones.map((clone) => clone.run('push', '--no-protect')))
    const after = clones.map(lookAt)
    const now = await this.#cloud()
    this.#expectIn([now.commitSha, there.commitSha])
    for (const [at, { failure }] of ran.entries()) {
      expect(after[at]!.files).toEqual(before[at]!.files)
      if (failure) expect(refused).toContain(failure.kind)
      else this.#expectIn([now.commitSha, after[at]!.head])
    }
  }
}

/** A merge as a person makes it; git itself refuses where changes are in its way. */
const merge = ({ sample }: Clone) => {
  try {
    sample.git('merge', '--quiet', '--no-edit', '-X', 'ours', 'atelier/main')
  } catch {
    if (existsSync(join(sample.path, '.git', 'MERGE_HEAD'))) sample.git('merge', '--abort')
  }
}
