/** One package of a lock file: where it comes from, and the hashes that its archives must have. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** Where it is fetched from, as the lock file says it; undefined if the lock file leaves it to a setting. */
  readonly address?: string | undefined
  /** Hashes by their subject: an archive, or an algorithm if the lock file names none. */
  readonly hashes: ReadonlyMap<string, string>
  /** A text of the lock file that begins the package, by which its line is found. */
  readonly mark: string
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

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
