import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** The head of a chain without rows: 32 zero bytes. */
export const emptyHead = Buffer.alloc(32)

/**
 * Hash of an audit row in its workspace's chain, 32 bytes: SHA-256 over the hash before it and the row's
 * canonical JSON (RFC 8785) as UTF-8. Fields that are undefined are a bug in the caller and throw.
 */
export const chainHash = (before: Buffer, row: Readonly<Record<string, string | number | null>>): Buffer =>
  createHash('sha256').update(before).update(canonical(row)).digest()

/**
 * The canonical JSON of a row on both sides of its position's digits, for the database to number and hash it: under the
 * lock of the ledger, in one statement. `chainHash` hashes them with the decimal `position` in between.
 */
export const rowTextAroundPosition = (
  row: Readonly<Record<string, string | number | null>>,
): readonly [before: string, after: string] => {
  const fields = Object.entries(row)
  const half = (belongs: (name: string) => boolean) =>
    canonical(Object.fromEntries(fields.filter(([name]) => belongs(name))))
  const before = half((name) => name < 'position')
  const after = half((name) => name > 'position')
  if (before === '{}' || after === '{}') throw new Error('An audit row has fields before and after its position')
  return [`${before.slice(0, -1)},"position":`, `,${after.slice(1)}`]
}

/** Salted hash of a row's details, 32 bytes: it proves them until they are erased, and reveals nothing afterwards. */
export const detailsHash = (salt: Buffer, details: Readonly<Record<string, unknown>>): Buffer =>
  createHash('sha256').update(salt).update(canonical(details)).digest()

const canonical = (value: unknown): string => {
  const json = canonicalize(value)
  if (json === undefined) throw new Error('An audit row holds something that JSON cannot')
  return json
}
