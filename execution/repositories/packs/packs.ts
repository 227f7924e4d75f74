import { lstat } from 'node:fs/promises'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { UnrecoverableGitError } from '../git.ts'

/** A pack of a repository in the object store: two objects, the pack and its index, whole in themselves. */
export interface StoredPack {
  /** Git's own name of it, such as `pack-` and 40 digits. */
  readonly name: string
  /** Names its two objects; see `keysOf`. */
  readonly objectId: string
  readonly packBytes: number
  readonly packSha256: string
  readonly indexBytes: number
  readonly indexSha256: string
}

/** A pack with the facts for its repository's upkeep. */
export interface KnownPack extends StoredPack {
  readonly createdAt: Date
  /** Whether it was looked through lately for what nothing reaches. */
  readonly isPruned: boolean
}

/** Where the packs of a repository are put. */
export interface PackPlace {
  readonly workspace: string
  readonly repositoryId: string
}

/**
 * Rows that record the packs of a repository. Sets of names, never a number of the last one: rows commit in any order.
 */
export interface PackRecords {
  /** All packs of a repository; empty if there is no such repository, or no longer. */
  of(repositoryId: string): Promise<readonly KnownPack[]>
  /** Throws for a repository that no row has. */
  workspaceOf(repositoryId: string): Promise<string>
  /** Says before objects are put that they are removed two days later, unless a pack of theirs is recorded until then. */
  announce(place: PackPlace, packs: readonly Pick<StoredPack, 'objectId'>[]): Promise<void>
  /** Records stored packs of a repository. False, and no change, if one of the `known` packs no longer exists. */
  add(place: PackPlace, packs: readonly StoredPack[], known: readonly string[]): Promise<boolean>
  /** Records packs in the place of others; false, without a change, if one of these no longer exists or is younger. */
  replace(place: PackPlace, change: PackReplacement): Promise<boolean>
  /** Notes that nothing was found in these that could go. */
  markPruned(repositoryId: string, names: readonly string[]): Promise<void>
}

export interface PackReplacement {
  readonly gone: readonly Pick<KnownPack, 'name' | 'createdAt'>[]
  readonly made: readonly StoredPack[]
  /** The names of packs in the place of earlier ones. */
  readonly stays: readonly string[]
  /** As old as the youngest object in them. */
  readonly createdAt: Date
  readonly isPruned: boolean
}

/** The keys of the two objects of a pack. */
export const keysOf = (repositoryId: string, { objectId }: Pick<StoredPack, 'objectId'>) => ({
  pack: `repositories/${repositoryId}/${objectId}.pack`,
  index: `repositories/${repositoryId}/${objectId}.idx`,
})

/** A repository without packs in any row, since it was removed. */
export class RepositoryAbsentError extends UnrecoverableGitError {
  constructor(repositoryId: string) {
    super(['fetch', repositoryId], 'found no pack', null, '')
    this.name = 'RepositoryAbsentError'
    this.message = `The repository ${repositoryId} is not there: nothing of it is stored.`
  }
}

/** An object of a repository no longer exists, or differs from the stored object. The message is for people. */
export class PackLostError extends UnrecoverableGitError {
  constructor(repositoryId: string, key: string, fault: 'gone' | 'altered') {
    super(['fetch', key], `found an object ${fault}`, null, '')
    this.name = 'PackLostError'
    const what = fault === 'gone' ? 'is gone from the object store' : 'is not what was stored'
    this.message = `A part of the repository ${repositoryId} ${what}: ${key}. Restore it from a backup, then try again.`
  }
}

/** Whether there is something at a path that was not changed within this time. */
export const isOld = async (path: string, olderThanMs: number): Promise<boolean> => {
  const status = await lstat(path).catch(undefinedIfAbsent)
  return status !== undefined && ageMs(status.mtimeMs) >= olderThanMs
}

/** Milliseconds since a time of the file system, whose fractions the clock does not have: never below zero for the past. */
export const ageMs = (timeMs: number): number => Date.now() - Math.floor(timeMs)
