import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RetentionKind, retention } from '../platform/retention/index.ts'

const path = join(import.meta.dirname, 'retention.md')

/** docs/retention.md, made from the table of kinds. */
export const retentionPage = (): string => `# How long things are kept

Look up how long an instance keeps something, and why. What has a number of days is removed by the server itself, within an hour of its end. The table is made from \`platform/retention/kinds.ts\` by \`node docs/write-retention.ts\`.

| what | how long | why |
|---|---|---|
${Object.values<RetentionKind>(retention)
  .map(({ what, days, since, reason }) => `| ${what} | ${howLong(days, since)} | ${reason} |\n`)
  .join('')}
Backups keep what was there when they were made: give them an end too.
`

const howLong = (days: number | undefined, since: string) =>
  days === undefined ? since : `${days} ${days === 1 ? 'day' : 'days'} after ${since}`

export const writtenRetentionPage = (): Promise<string> => readFile(path, 'utf8')

if (import.meta.main) await writeFile(path, retentionPage())
