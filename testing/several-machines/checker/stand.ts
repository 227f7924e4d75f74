import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Query } from '../../crash/git-aftermath.ts'

/** A request that a server answered with success. It has to be there once, through all deaths since. */
export type Accepted =
  | { readonly kind: 'import'; readonly name: string; readonly commitSha: string }
  | { readonly kind: 'push'; readonly projectId: string; readonly commitSha: string }
  | {
      readonly kind: 'cycle'
      readonly projectId: string
      readonly title: string
      readonly path: string
      readonly content: string
    }
  | { readonly kind: 'deployment'; readonly id: string }
  | { readonly kind: 'document'; readonly id: string; readonly pages: number }
  | { readonly kind: 'batch'; readonly id: string; readonly items: number }
  | { readonly kind: 'invoice'; readonly recipient: string }
  | { readonly kind: 'letter'; readonly recipient: string }

/** The object store, as its bytes lie there. */
export interface StoredObjects {
  keys(): Promise<readonly string[]>
  /** Undefined if the key has no object. */
  read(key: string): Promise<Buffer | undefined>
}

/** All that is checked: rows, objects, and what servers promised. Nothing of the product reads it. */
export interface Stand {
  /** Reads as the owner of the database. */
  readonly query: Query
  readonly objects: StoredObjects
  readonly accepted: readonly Accepted[]
  /** The public audit keys of each workspace, as they were given out before. */
  readonly auditKeys: ReadonlyMap<string, readonly string[]>
}

export interface Finding {
  readonly rule: string
  readonly [fact: string]: unknown
}

/** Each row of these statements is a finding of its rule. */
export const broken = async (
  query: Query,
  rules: Readonly<Record<string, string>>,
  values?: unknown[],
): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const [rule, text] of Object.entries(rules))
    for (const row of await query<Record<string, unknown>>(text, values)) found.push({ rule, ...row })
  return found
}

/** Objects in memory, as the stand-in of a bucket has them. */
export const objectsIn = (objects: ReadonlyMap<string, { readonly content: Buffer }>, prefix = ''): StoredObjects => ({
  keys: async () => [...objects.keys()].map((key) => key.slice(prefix.length)),
  read: async (key) => objects.get(prefix + key)?.content,
})

/** Objects in a folder, each at the path of its key. */
export const objectsUnder = (folder: string): StoredObjects => ({
  keys: async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries.flatMap((entry) =>
      entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
    )
    // Uploads under way are in folders whose names begin with a dot.
    return paths.filter((path) => !path.startsWith('.'))
  },
  read: (key) =>
    readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    }),
})
