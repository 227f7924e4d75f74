import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type MigrationFile = ReturnType<typeof readMigration>

const baselineLine = /^-- replaces: \S+\.sql of (\S+), sha256 ([0-9a-f]{64})$/m
const pattern = /^(\d{4})_[a-z0-9_]+\.sql$/

/**
 * Reads `NNNN_name.sql` from `folder` in the order of their numbers. A wrong name or a number used twice throws. Without
 * promises, which for as many small files take ten times as long: every start waits for it.
 */
export const readMigrations = (folder: string): MigrationFile[] => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const files = names.map((name) => readMigration(folder, name))
  const twice = files.find((file, at) => files[at - 1]?.version === file.version)
  if (twice) throw new Error(`migrations/${twice.name}: another migration has the same number. Take the next free one.`)
  return files
}

const readMigration = (folder: string, name: string) => {
  const number = pattern.exec(name)?.[1]
  if (!number) throw new Error(`migrations/${name}: name it NNNN_what_it_does.sql, in small letters.`)
  const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  const [, release, replaced] = baselineLine.exec(sql) ?? []
  return {
    version: Number(number),
    name,
    sql,
    /** SHA-256 of the text with line ends as LF, so that a checkout on another system has the same. */
    sha256: createHash('sha256').update(sql).digest('hex'),
    // The last of the migrations that a baseline replaces, and the release that ends with it: decisions/0297.
    ...(release && replaced && { replaces: { release, sha256: replaced } }),
  }
}
