import { open } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { retention } from '../../../platform/retention/index.ts'
import { git, streamGit } from '../git.ts'
import { packNames } from './write-pack.ts'
import { packFolder, packsIn } from './pack-store.ts'
import type { KnownPack } from './packs.ts'
import { assertSha, isSha } from '../refs.ts'
import type { StoreParts } from './repository-cache.ts'

const packLimits = {
  /** Larger packs stay as they are, but for what nothing reaches. */
  smallBytes: 64 * 2 ** 20,
  /** So many small packs of the same age stay apart. */
  packsMost: 20,
  /** How long an object stays that no branch, tag or run reaches any more, since it was stored. */
  unreachedMs: retention.unreachedCommits.days * 86_400_000,
}

type PackLimits = Readonly<typeof packLimits>

const packingMs = 60 * 60_000
// Packing holds a few hundred bytes for each object of the history.
const memoryMaxBytes = totalmem() / 2
// Deltas of large repositories are looked for in little memory.
const carefully = ['pack.threads=1', 'pack.windowMemory=128m', 'pack.deltaCacheSize=64m'].flatMap((one) => ['-c', one])

export interface Upkeep {
  /** The objects that branches, tags and runs name. */
  readonly named: () => Promise<readonly string[]>
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes few packs of many small ones, and takes away what nothing has reached for long enough. New packs are recorded
 * in the transaction that takes the old ones out, and only if all of these still exist and none was stored again: one
 * of two machines that do the same changes nothing, and additions of a push or a step in between stay. Packs that
 * another machine stored since the copy was fetched wait for the next turn. Returns whether anything changed.
 */
export const consolidate = async (
  parts: StoreParts,
  id: string,
  { named, signal }: Upkeep,
  some: Partial<PackLimits> = {},
): Promise<boolean> => {
  const limits = { ...packLimits, ...some }
  if (!isDue(await parts.packs.of(id), limits)) return false
  return parts.cache.holding(id, async (gitDir) => {
    const at = { id, gitDir, signal, limits }
    let isChanged = false
    for (const group of groupsOf((await packsHere(parts, id, gitDir)).here, limits)) {
      signal?.throwIfAborted()
      isChanged = (await joinPacks(parts, at, group)) || isChanged
    }
    return (await prune(parts, at, named)) || isChanged
  })
}

/** The packs of a repository that its copy has, and whether these are all. */
const packsHere = async ({ packs }: StoreParts, id: string, gitDir: string) => {
  const all = await packs.of(id)
  const names = await packsIn(packFolder(gitDir))
  const here = all.filter(({ name }) => names.includes(name))
  return { here, isAll: here.length === all.length }
}

const isDue = (packs: readonly KnownPack[], limits: PackLimits): boolean =>
  groupsOf(packs, limits).length > 0 || packs.some((pack) => isToPrune(pack, limits))

/** Small packs of about the same age, since a pack counts as its youngest object: old ones, and too many recent. */
const groupsOf = (packs: readonly KnownPack[], { smallBytes, packsMost, unreachedMs }: PackLimits): KnownPack[][] => {
  const spanMs = Math.max(1, unreachedMs / 4)
  const oldest = Math.floor((Date.now() - unreachedMs) / spanMs)
  const now = Math.floor(Date.now() / spanMs)
  const groups = new Map<number, KnownPack[]>()
  for (const pack of packs.filter(({ packBytes }) => packBytes < smallBytes)) {
    const span = Math.max(oldest, Math.floor(pack.createdAt.getTime() / spanMs))
    groups.set(span, [...(groups.get(span) ?? []), pack])
  }
  return [...groups].flatMap(([span, group]) => {
    const most = span === now || span === oldest ? packsMost : 1
    return group.length > most ? [group] : []
  })
}

interface Repository {
  readonly id: string
  readonly gitDir: string
  readonly signal: AbortSignal | undefined
  readonly limits: PackLimits
}

/** All objects of some packs, reached or not: objects that a step has stored and not recorded yet stay. */
const joinPacks = async ({ packs }: StoreParts, { id, gitDir, signal }: Repository, group: readonly KnownPack[]) => {
  const argv = ['pack-objects', '--stdin-packs', '--quiet', '--delta-base-offset', join(packFolder(gitDir), 'pack')]
  const input = group.map(({ name }) => `${name}.pack\n`).join('')
  const { stdout } = await git([...carefully, ...argv], { gitDir, input, timeoutMs: packingMs, memoryMaxBytes, signal })
  return packs.replace(id, { gone: group, folder: packFolder(gitDir), names: packNames(stdout), isPruned: false })
}

const isToPrune = ({ createdAt, isPruned }: KnownPack, { unreachedMs }: PackLimits) =>
  !isPruned && Date.now() - createdAt.getTime() >= unreachedMs

/** Removes unreachable objects from packs that are old enough; younger packs, and all that they reach, stay. */
const prune = async (parts: StoreParts, at: Repository, named: () => Promise<readonly string[]>) => {
  const { id, gitDir, signal, limits } = at
  const { packs } = parts
  const kept = await named()
  // Read after the names: a pack that another machine stored with one of them counts as missing here.
  const { here: all, isAll } = await packsHere(parts, id, gitDir)
  const old = all.filter((pack) => isToPrune(pack, limits))
  if (old.length === 0 || !isAll) return false
  // Its branches went: its packs go with it.
  if (kept.length === 0) return false
  const stored = await storedOf(gitDir, kept)
  if (stored.length === 0) throw new Error(`The repository ${id} has none of the objects that its rows name`)
  const others = all.filter((pack) => !old.includes(pack))
  const argv = ['pack-objects', '--revs', '--quiet', '--delta-base-offset']
  const aside = others.map(({ name }) => `--keep-pack=${name}.pack`)
  const roots = [...stored, ...(await rootsOf(gitDir, others, limits))]
  const input = roots.map((sha) => `${sha}\n`).join('')
  const count = await firstCount([...carefully, ...argv, ...aside, '--window=0', '--stdout'], { gitDir, input, signal })
  const held = await Promise.all(old.map(({ name }) => countIn(join(packFolder(gitDir), `${name}.idx`))))
  if (count === held.reduce((sum, each) => sum + each, 0)) {
    await packs.markPruned(id, old)
    return false
  }
  const call = { gitDir, input, timeoutMs: packingMs, memoryMaxBytes, signal }
  const path = join(packFolder(gitDir), 'pack')
  const { stdout } = await git([...carefully, ...argv, '--non-empty', ...aside, path], call)
  // Objects named in between may be only in these packs.
  if (!isSameSet(await named(), kept)) return false
  return packs.replace(id, { gone: old, folder: packFolder(gitDir), names: packNames(stdout), isPruned: true })
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join() === [...other].sort().join()

/** Those of the objects that the repository has. */
const storedOf = async (gitDir: string, objects: readonly string[]) => {
  objects.forEach(assertSha)
  const input = objects.map((sha) => `${sha}\n`).join('')
  const { stdout } = await git(['cat-file', '--batch-check=%(objectname)'], { gitDir, input })
  return stdout.toString().split('\n').filter(isSha)
}

/** The objects in small packs besides files. Objects of large ones were named when they came. */
const rootsOf = async (gitDir: string, packs: readonly KnownPack[], { smallBytes }: PackLimits): Promise<string[]> => {
  const roots: string[] = []
  for (const { name } of packs.filter(({ packBytes }) => packBytes < smallBytes)) {
    const shas = await shasIn(join(packFolder(gitDir), `${name}.idx`))
    const format = '--batch-check=%(objecttype) %(objectname)'
    const { stdout } = await git(['cat-file', format], { gitDir, input: shas.map((sha) => `${sha}\n`).join('') })
    for (const line of stdout.toString().split('\n'))
      if (line !== '' && !line.startsWith('blob ')) roots.push(line.slice(line.indexOf(' ') + 1))
  }
  return roots
}

// Version 2 of an index: 8 bytes, 256 counts (the last is that of all), then the names. Source: gitformat-pack(5).
const countAt = 8 + 255 * 4
const namesAt = countAt + 4

const countIn = async (path: string): Promise<number> => (await readAt(path, countAt, 4)).readUInt32BE()

const shasIn = async (path: string): Promise<string[]> => {
  const count = await countIn(path)
  const names = (await readAt(path, namesAt, count * 20)).toString('hex')
  return Array.from({ length: count }, (_, at) => names.slice(at * 40, at * 40 + 40))
}

const readAt = async (path: string, position: number, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    if (bytesRead !== length) throw new Error(`${path} is cut`)
    return buffer
  } finally {
    await file.close()
  }
}

/** How many objects a pack would have, which git reports at its beginning: nothing of it is written. */
const firstCount = async (
  argv: readonly string[],
  { input, ...call }: { readonly gitDir: string; readonly input: string; readonly signal: AbortSignal | undefined },
): Promise<number> => {
  const running = streamGit([...argv], { ...call, timeoutMs: packingMs, memoryMaxBytes })
  running.ended.catch(() => undefined)
  running.stdin.end(input)
  const header: Buffer[] = []
  try {
    for await (const chunk of running.stdout as AsyncIterable<Buffer>) {
      header.push(chunk)
      if (Buffer.concat(header).length >= 12) return Buffer.concat(header).readUInt32BE(8)
    }
    await running.ended
    throw new Error('Git counted no objects of a repository')
  } finally {
    running.stop()
  }
}
