/** Before a release: refuses a contract that breaks programs, then takes it over with its version and its changelog. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { breaksBetween, changesBetween, type Changes } from './contract/breaks.ts'
import type { Snapshot } from './contract/snapshot.ts'
import { currentSnapshot } from './generate.ts'

const folder = import.meta.dirname
const read = (name: string) => readFile(join(folder, name), 'utf8')

/** The contract of the last release. */
export const releasedSnapshot = async (): Promise<Snapshot> => JSON.parse(await read('contract.json')) as Snapshot

/** Breaks that were not announced as deprecated first, by operation (docs/upgrade.md); empty after each release. */
export const onPurpose: Readonly<Record<string, readonly string[]>> = {}

/** A snapshot as text: one operation, one record a line, so that a difference can be read. */
export const snapshotText = ({ version, operations, records, commonErrors }: Snapshot): string => {
  const lines = (all: Readonly<Record<string, unknown>>) =>
    Object.entries(all)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')
  return `{
  "version": ${JSON.stringify(version)},
  "operations": {
${lines(operations)}
  },
  "records": {
${lines(records)}
  },
  "commonErrors": {
${lines(commonErrors)}
  }
}
`
}

export const changelogSection = (version: string, changes: Changes): string => {
  const titles = { added: 'Added', changed: 'Changed', deprecated: 'Deprecated', removed: 'Removed' } as const
  const parts = (Object.keys(titles) as (keyof Changes)[])
    .filter((kind) => changes[kind].length > 0)
    .map((kind) => `### ${titles[kind]}\n\n${changes[kind].map((id) => `- \`${id}\``).join('\n')}\n`)
  return `## ${version}\n\n${parts.length === 0 ? 'The contract is as before.\n' : parts.join('\n')}`
}

const release = async () => {
  const released = await releasedSnapshot()
  const current = await currentSnapshot()
  const breaks = breaksBetween(released, current).filter(({ operation, what }) => !onPurpose[operation]?.includes(what))
  if (breaks.length > 0) {
    for (const { operation, what } of breaks) process.stderr.write(`${operation}: ${what}\n`)
    throw new Error(
      'Announce these as deprecated and release that first, or take them back; see packages/sdk/README.md.',
    )
  }
  if (released.version === current.version) throw new Error(`${current.version} is released. Move the version first.`)
  const changelog = await read('CHANGELOG.md')
  const section = changelogSection(current.version, changesBetween(released, current))
  await writeFile(join(folder, 'CHANGELOG.md'), changelog.replace('\n## ', `\n${section}\n## `))
  const about = JSON.parse(await read('package.json')) as object
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...about, version: current.version }, undefined, 2)}\n`,
  )
  await writeFile(join(folder, 'contract.json'), snapshotText(current))
}

if (import.meta.main) await release()
