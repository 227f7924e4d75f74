import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areaFloors } from '../testing/tidy/areas.ts'
import { readTree } from '../testing/tidy/index.ts'

const root = join(import.meta.dirname, '..')
const path = join(import.meta.dirname, 'architecture.md')

/** The subject of an area. The names of its domains come from the tree. */
const subjects: Readonly<Record<string, string>> = {
  growth: 'find companies, write to them, and answer their replies',
  billing: 'charge for approved work, and get paid',
  delivery: 'from a proposed change to a deliverable that a client approves',
  agents: 'models, and what agents read and use',
  record: 'the audit log, events, search and webhooks; it reads seats of `accounts`, and grants and secrets of `code`',
  accounts: 'people, workspaces, clients, and what they see of the agency',
  code: 'projects with their repositories, secrets, environments and deployments',
}

/** Folders whose contents the page lists. */
const listed = [
  'apps/server',
  'apps/cli',
  'apps/cli/commands',
  'apps/console',
  'execution',
  'execution/repositories',
  'platform',
  'packages',
  'testing',
]

/** docs/architecture.md with its tables of areas and folders, built from these paths. */
export const architecturePage = async (paths: Iterable<string>): Promise<string> => {
  const all = [...paths]
  return withTable(withTable(await writtenArchitecturePage(), 'areas', areaTable(all)), 'folders', folderTable(all))
}

const withTable = (page: string, name: string, table: string) => {
  const begin = `<!-- ${name} -->`
  const before = page.slice(0, page.indexOf(begin))
  const after = page.slice(page.indexOf(`<!-- end of ${name} -->`))
  return `${before}${begin}\n\n${table}\n${after}`
}

const folderTable = (paths: readonly string[]) => {
  const rows = listed.map((folder) => `| \`${folder}/\` | ${foldersOf(folder, paths).join(', ')} |\n`)
  return `| folder | folders in it |\n|---|---|\n${rows.join('')}`
}

const foldersOf = (folder: string, paths: readonly string[]) => {
  const inside = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
  return [...new Set(inside.flatMap((path) => (path.includes('/') ? [path.split('/')[0]!] : [])))].sort()
}

const areaTable = (paths: readonly string[]) => {
  const rows = areaFloors.toReversed().flatMap((areas) => areas.map((area) => rowOf(area, paths)))
  return `| area | subject | domains |\n|---|---|---|\n${rows.join('')}`
}

const rowOf = (area: string, paths: readonly string[]) => {
  const subject = subjects[area]
  if (subject === undefined) throw new Error(`docs/write-areas.ts has no subject for the area ${area}.`)
  return `| \`${area}\` | ${subject} | ${domainsOf(area, paths).join(', ')} |\n`
}

const domainsOf = (area: string, paths: readonly string[]) => {
  const parts = paths.map((name) => name.split('/'))
  const found = parts.filter((part) => part.length > 3 && part[0] === 'domains' && part[1] === area)
  return [...new Set(found.map((part) => part[2]!))].sort()
}

export const writtenArchitecturePage = (): Promise<string> => readFile(path, 'utf8')

if (import.meta.main) await writeFile(path, await architecturePage(readTree(root).keys()))
