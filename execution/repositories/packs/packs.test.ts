import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ObjectStore, StorageUnavailableError } from '../../../platform/storage/index.ts'
import { type Machine, type Machines, openMachines } from '../../../testing/repositories/machines.ts'
import { plainGit, runDirectly, Sample } from '../../../testing/repositories/samples.ts'
import { chooseDriver } from '../../sandbox/index.ts'
import { openPackStore, packFolder } from './pack-store.ts'
import { keysOf, PackLostError, type PackRecords, RepositoryAbsentError } from './packs.ts'

let machines: Machines
let a: Machine
let b: Machine
let sample: Sample
let base: string

beforeEach(async () => {
  machines = await openMachines(await chooseDriver('process'))
  ;[a, b] = await Promise.all([machines.open('a'), machines.open('b')])
  sample = new Sample(join(machines.folder, 'sample'))
  base = sample.write('file', 'one\n').commit()
})
afterEach(() => machines.end())

const details = { message: 'A change', at: new Date(0), key: 'step' }
const forget = () => {
  for (const machine of [a, b]) rmSync(machine.gitDirOf('one'), { recursive: true, force: true })
}

const take = async (machine: Machine, id: string, commitSha: string, from?: string) => {
  const bundlePath = sample.bundle(join(machines.folder, `${commitSha}.bundle`))
  const inspected = await machine.repositories.inspectBundle({
    bundlePath,
    commitSha,
    branch: 'main',
    run: runDirectly,
    ...(from !== undefined && { base: { repositoryId: id, commitSha: from } }),
  })
  if (!inspected.ok) throw new Error(JSON.stringify(inspected.rejected))
  const stored = await machine.repositories.store(inspected.quarantine, { workspace: 'any', repositoryId: id })
  machines.record(id, stored.packs)
  if (from === undefined) await machine.repositories.admit(stored)
  else await machine.repositories.receive(stored)
}

const commitOn = async (machine: Machine, parent: string, file: string, content: string | Buffer) => {
  const { repositories } = machine
  const worktree = await repositories.worktrees.acquire('one', { commit: parent })
  forget()
  writeFileSync(join(worktree.path, file), content)
  const { sha } = await repositories.commitWorktree(worktree, { ...details, key: file, parents: [parent] })
  await repositories.worktrees.release(worktree)
  forget()
  return sha!
}

test('a commit from a machine is on another machine, with every cache gone after each step', async () => {
  await take(a, 'one', base)
  forget()
  const left = await commitOn(a, base, 'left', 'left\n')
  const right = await commitOn(b, base, 'right', 'right\n')
  const merged = await b.repositories.merge('one', { ...details, ours: left, theirs: right })
  forget()
  const mine = await commitOn(a, merged.sha!, 'file', 'mine\n')
  const yours = await commitOn(b, merged.sha!, 'file', 'yours\n')
  const conflict = await a.repositories.merge('one', { ...details, ours: mine, theirs: yours })
  forget()
  expect(conflict.conflicts).toMatchObject([{ path: 'file' }])
  const worktree = await b.repositories.worktrees.acquire('one', { commit: mine })
  forget()
  await b.repositories.worktrees.reset(worktree, { commit: mine, tree: conflict.tree! })
  forget()
  const undoing = { ...details, onto: mine, before: merged.sha!, delivered: mine }
  const undone = await a.repositories.inverse('one', undoing)
  forget()
  const from = { ...details, onto: mine, from: yours, restores: () => true }
  const overlaid = await b.repositories.overlay('one', from)
  forget()
  const begun = await a.repositories.create({ workspace: 'any', repositoryId: 'two' }, details)
  machines.record('two', begun.packs)
  expect(await b.repositories.commitExists('two', begun.commitSha)).toBe(true)
  sample.write('pushed', 'x\n')
  const pushed = sample.commit()
  await take(b, 'one', pushed, base)
  forget()
  for (const sha of [mine, yours, overlaid!, pushed, (undone as { sha: string }).sha])
    expect(await a.repositories.commitExists('one', sha)).toBe(true)
  expect(await a.repositories.treeOf('one', conflict.tree!)).toBe(conflict.tree)
  expect(plainGit(a.gitDirOf('one'), ['fsck', '--full', '--strict', '--no-dangling'])).toBe('')
})

test('a pack has one place on the disk, and an operation without anything new stores nothing', async () => {
  await take(a, 'one', base)
  await b.repositories.commitExists('one', base)
  const [pack] = machines.rows.get('one')!
  const stored = join(machines.folder, 'objects', keysOf('one', pack!).pack)
  for (const machine of [a, b])
    expect(statSync(join(machine.gitDirOf('one'), 'objects', 'pack', `${pack!.name}.pack`)).ino).toBe(
      statSync(stored).ino,
    )
  expect(await a.repositories.merge('one', { ...details, ours: base, theirs: base })).toEqual({ sha: base })
  expect(machines.rows.get('one')).toHaveLength(1)
})

test.each([
  ['gone', (path: string) => rmSync(path)],
  ['cut', (path: string) => truncateSync(path, 40)],
  ['altered', (path: string) => writeFileSync(path, randomBytes(statSync(path).size))],
] as const)(
  'a pack that is %s is named with its repository and never used, and others go on',
  async (_kind, damage) => {
    await take(a, 'one', base)
    await take(a, 'two', base)
    const [pack] = machines.rows.get('one')!
    const path = join(machines.folder, 'objects', keysOf('one', pack!).pack)
    chmodSync(path, 0o600)
    damage(path)
    const reading = b.repositories.commitExists('one', base)
    await expect(reading).rejects.toThrow(PackLostError)
    await expect(reading).rejects.toThrow('A part of the repository one')
    expect(readdirSync(join(b.gitDirOf('one'), 'objects', 'pack'))).toEqual([])
    expect(await b.repositories.commitExists('two', base)).toBe(true)
  },
)

test('the pack of another repository is not taken, and a repository that nothing is stored of is not there', async () => {
  await take(a, 'one', base)
  sample.write('other', 'x\n')
  await take(a, 'two', sample.commit())
  const [[one], [two]] = [machines.rows.get('one')!, machines.rows.get('two')!]
  const key = keysOf('one', one!)
  for (const ending of ['pack', 'index'] as const) {
    await machines.objects.remove(key[ending])
    await machines.objects.putFile(key[ending], join(machines.folder, 'objects', keysOf('two', two!)[ending]))
  }
  await expect(b.repositories.commitExists('one', base)).rejects.toThrow('is not what was stored')
  await expect(b.repositories.commitExists('none', base)).rejects.toThrow(RepositoryAbsentError)
  expect(await b.repositories.exists('none')).toBe(false)
})

test('callers that find a repository absent wait for one fetch, which continues after they left', async () => {
  await take(a, 'one', base)
  const gate = Promise.withResolvers<void>()
  const fetched: string[] = []
  const slow: ObjectStore = {
    ...machines.objects,
    fetchFile: async (key, path) => {
      fetched.push(key)
      await gate.promise
      return machines.objects.fetchFile(key, path)
    },
  }
  const c = await machines.open('c', { objects: slow })
  const leaving = new AbortController()
  const reads = Array.from({ length: 5 }, () => c.repositories.reads.isReachable('one', base, [base], leaving.signal))
  const left = Promise.allSettled(reads)
  while (fetched.length === 0) await new Promise(setImmediate)
  leaving.abort(new Error('Too late'))
  expect((await left).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  gate.resolve()
  expect(await c.repositories.reads.isReachable('one', base, [base])).toBe(true)
  expect(fetched).toHaveLength(2)
})

test('a commit that the store did not take can be made again from the same worktree, and reads continue until then', async () => {
  await take(a, 'one', base)
  let isAway = true
  const cut: ObjectStore = {
    ...machines.objects,
    putFile: (...asked) =>
      isAway ? Promise.reject(new StorageUnavailableError({ cause: 'cut' })) : machines.objects.putFile(...asked),
  }
  const c = await machines.open('c', { objects: cut })
  const worktree = await c.repositories.worktrees.acquire('one', { commit: base })
  writeFileSync(join(worktree.path, 'file'), 'paid for\n')
  const commit = () => c.repositories.commitWorktree(worktree, { ...details, parents: [base] })
  await expect(commit()).rejects.toThrow(StorageUnavailableError)
  expect(await c.repositories.commitExists('one', base)).toBe(true)
  isAway = false
  const { sha } = await commit()
  expect(await b.repositories.commitExists('one', sha!)).toBe(true)
})

const age = (id: string, days: number) =>
  machines.rows.set(
    id,
    machines.rows
      .get(id)!
      .map((pack) => ({ ...pack, createdAt: new Date(pack.createdAt.getTime() - days * 86_400_000) })),
  )

test('many small packs become one while others push and read, and of two machines that do it one changes nothing', async () => {
  await take(a, 'one', base)
  let head = base
  for (let at = 0; at < 21; at += 1) head = (await a.repositories.overlay('one', contentOn(head, `${at}\n`)))!
  const upkeep = { named: async () => [head] }
  const [one, two, pushed] = await Promise.all([
    a.repositories.consolidate('one', upkeep),
    b.repositories.consolidate('one', upkeep),
    b.repositories.overlay('one', contentOn(head, 'pushed\n')),
  ])
  expect([one, two].sort()).toEqual([false, true])
  expect(machines.rows.get('one')).toHaveLength(2)
  forget()
  for (const sha of [head, pushed!]) expect(await b.repositories.commitExists('one', sha)).toBe(true)
  expect(plainGit(b.gitDirOf('one'), ['fsck', '--full', '--no-dangling'])).toBe('')
  for (const machine of [a, b]) expect(await machine.repositories.consolidate('one', upkeep)).toBe(false)
})

const contentOn = (onto: string, text: string) => ({
  ...details,
  onto,
  from: onto,
  restores: () => false,
  contents: new Map([['file', Buffer.from(text)]]),
})

test('unreachable packs are removed after their time, and young or reachable ones stay', async () => {
  await take(a, 'one', base)
  const kept = (await a.repositories.overlay('one', contentOn(base, 'kept\n')))!
  const dropped = (await a.repositories.overlay('one', contentOn(base, 'dropped\n')))!
  age('one', 13)
  const upkeep = { named: async () => [base, kept] }
  await a.repositories.consolidate('one', upkeep)
  expect(await a.repositories.commitExists('one', dropped)).toBe(true)
  age('one', 2)
  const young = (await b.repositories.overlay('one', contentOn(dropped, 'young\n')))!
  expect(await a.repositories.consolidate('one', upkeep)).toBe(false)
  forget()
  expect(await b.repositories.commitExists('one', dropped)).toBe(true)

  machines.rows.set(
    'one',
    machines.rows.get('one')!.map((pack) => ({ ...pack, isPruned: false })),
  )
  age('one', 15)
  expect(await b.repositories.consolidate('one', upkeep)).toBe(true)
  forget()
  const there = await Promise.all([base, kept, dropped, young].map((sha) => a.repositories.commitExists('one', sha)))
  expect(there).toEqual([true, true, false, false])
  await expect(a.repositories.consolidate('one', { named: async () => [] })).resolves.toBe(false)
})

/** A store whose calls of one kind wait, from the first one on. */
const held = (kind: 'fetchFile' | 'putFile') => {
  const met = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const wait = async () => {
    met.resolve()
    await gate.promise
  }
  const { objects } = machines
  const waiting: ObjectStore = {
    ...objects,
    ...(kind === 'fetchFile'
      ? { fetchFile: (...asked) => wait().then(() => objects.fetchFile(...asked)) }
      : { putFile: (...asked) => wait().then(() => objects.putFile(...asked)) }),
  }
  return { objects: waiting, met: met.promise, open: gate.resolve }
}

test('a pack that another machine stores while upkeep fetches old ones waits for the next turn', async () => {
  await take(a, 'one', base)
  const kept = (await a.repositories.overlay('one', contentOn(base, 'kept\n')))!
  const dropped = (await a.repositories.overlay('one', contentOn(base, 'dropped\n')))!
  age('one', 15)
  const upkeep = { named: async () => [kept] }
  const slow = held('fetchFile')
  const c = await machines.open('c', slow)
  const consolidated = c.repositories.consolidate('one', upkeep)
  await slow.met
  const young = (await b.repositories.overlay('one', contentOn(kept, 'young\n')))!
  slow.open()
  expect([await consolidated, await c.repositories.consolidate('one', upkeep)]).toEqual([false, true])
  forget()
  const there = await Promise.all([kept, young, dropped].map((sha) => b.repositories.commitExists('one', sha)))
  expect(there).toEqual([true, true, false])
})

test('a head that another machine stores just before the names are read keeps its history', async () => {
  await take(a, 'one', base)
  const kept = (await a.repositories.overlay('one', contentOn(base, 'kept\n')))!
  const dropped = (await a.repositories.overlay('one', contentOn(base, 'dropped\n')))!
  age('one', 15)
  let young: string | undefined
  const named = async () => [base, (young ??= (await b.repositories.overlay('one', contentOn(kept, 'young\n')))!)]
  const consolidated = await a.repositories.consolidate('one', { named })
  expect([consolidated, await a.repositories.consolidate('one', { named })]).toEqual([false, true])
  forget()
  const there = await Promise.all([base, kept, young!, dropped].map((sha) => b.repositories.commitExists('one', sha)))
  expect(there).toEqual([true, true, true, false])
})

test('a dropped commit that is made again stays, while another machine takes it away and after that', async () => {
  await take(a, 'one', base)
  const asked = contentOn(base, 'dropped\n')
  const kept = (await a.repositories.overlay('one', contentOn(base, 'kept\n')))!
  const upkeep = { named: async () => [kept] }
  const dropped = (await a.repositories.overlay('one', asked))!
  age('one', 15)
  const slow = held('putFile')
  const c = await machines.open('c', slow)
  const consolidated = c.repositories.consolidate('one', upkeep)
  await slow.met
  expect(await b.repositories.overlay('one', asked)).toBe(dropped)
  slow.open()
  expect(await consolidated).toBe(false)
  forget()
  expect(await b.repositories.commitExists('one', dropped)).toBe(true)

  age('one', 15)
  let isLate = false
  const records: PackRecords = {
    ...machines.records,
    add: async (...packs) => {
      if (!isLate) expect(await a.repositories.consolidate('one', upkeep)).toBe(true)
      isLate = true
      return machines.records.add(...packs)
    },
  }
  const d = await machines.open('d', { records })
  expect(await d.repositories.overlay('one', asked)).toBe(dropped)
  expect(isLate).toBe(true)
  forget()
  expect(await b.repositories.commitExists('one', dropped)).toBe(true)
})

test('a sweep removes replaced and deleted packs from the cache of each machine, and nothing that is young', async () => {
  await take(a, 'one', base)
  await take(a, 'two', base)
  await b.repositories.commitExists('one', base)
  await b.repositories.commitExists('two', base)
  machines.rows.delete('two')
  await b.repositories.sweep({ olderThanMs: 60_000 })
  expect(readdirSync(join(b.gitDirOf('two'), '..'))).toContain('two.git')
  utimesSync(b.gitDirOf('two'), 0, 0)
  const packs = join(b.gitDirOf('one'), 'objects', 'pack')
  writeFileSync(join(packs, `pack-${'a'.repeat(40)}.pack`), 'x')
  utimesSync(join(packs, `pack-${'a'.repeat(40)}.pack`), 0, 0)
  await b.repositories.sweep({ olderThanMs: 60_000 })
  await b.repositories.close()
  expect(readdirSync(join(b.gitDirOf('two'), '..'))).toEqual(['one.git'])
  expect(readdirSync(packs)).toHaveLength(2)
})

test('a store that hangs counts as unavailable, and a slow database does not', async () => {
  await take(a, 'one', base)
  const names = machines.rows.get('one')!.map(({ name }) => name)
  const put = (objects: ObjectStore, records: PackRecords) =>
    openPackStore(objects, records).put(
      { workspace: 'any', repositoryId: 'two' },
      packFolder(a.gitDirOf('one')),
      names,
      {
        withinMs: 20,
      },
    )
  const hanging: ObjectStore = {
    ...machines.objects,
    putFile: (_key, _path, signal) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
  }
  await expect(put(hanging, machines.records)).rejects.toThrow(StorageUnavailableError)
  // It ends in the turn of the loop that it began in, so no busy machine makes it late.
  const quick: ObjectStore = {
    ...machines.objects,
    putFile: (_key, _path, signal) => {
      signal!.throwIfAborted()
      return Promise.resolve({ sizeBytes: 1, sha256: '0'.repeat(64) })
    },
  }
  const slow = { ...machines.records, announce: () => delay(100) }
  expect(await put(quick, slow)).toMatchObject(names.map((name) => ({ name })))
})
