import type { ComponentType } from './component-types.ts'

/** A package in a lock file: its source, and the hashes that its archives must have. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** The address that it is fetched from, by the lock file; undefined if the lock file leaves it to a setting. */
  readonly address?: string | undefined
  /** Hashes by their subject: an archive, or an algorithm if the lock file names none. */
  readonly hashes: ReadonlyMap<string, string>
  /** A text of the lock file that begins the package, by which its line is found. */
  readonly mark: string
  /** Used only in development, if the lock file records that. */
  readonly isDevelopment?: boolean
  /** Not a third-party package, by the lock file's own record: a folder in the repository, or a bare name. */
  readonly isAside?: boolean
  /** The versions that are asked for, if the lock file names none. */
  readonly asked?: string
  /** The kind of package, if a lock file has several. */
  readonly type?: ComponentType
}

/** An entry that no reader understands: without a name and a version, so that its file is read in part. */
export const unknownEntry = (mark: string): LockedPackage => ({ name: '', version: '', hashes: new Map(), mark })

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
/** The entries of an object; a value of another kind is an entry that is not understood. */
export const entriesOf = (value: unknown): [string, unknown][] => {
  if (isObject(value)) return Object.entries(value)
  return value === undefined || value === null ? [] : [[JSON.stringify(value), value]]
}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** The items of a list; a value of another kind is an item that is not understood. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null ? [] : [value]
}
/** The lines of a text, as every system ends them. */
export const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

/** Hashes as npm writes them: `sha512-…`, several with spaces between them. */
export const hashesOf = (integrity: string): Map<string, string> =>
  new Map(
    integrity.split(/\s+/).flatMap((hash): [string, string][] => {
      const at = hash.search(/[-:=]/)
      return at === -1 ? [] : [[hash.slice(0, at), hash.slice(at + 1)]]
    }),
  )

/** Hashes that a lock file lists without the archive that each is of. */
export const bareHashes = (hashes: readonly string[]): Map<string, string> =>
  new Map(hashes.map((hash) => [hash, hash]))
