import { extname } from 'node:path'
import { parseJson, shownLine } from '../text.ts'

const entriesMost = 200

/** The facts of a repository before its files are read. */
interface RepositoryGlance {
  readonly files: readonly string[]
  /** Its `package.json`; empty if it has none. */
  readonly manifest: string
  /** The last commits, a line each. */
  readonly commits?: string
}

/** The facts that the names of a repository's files give; the files are a tree cut breadth first. */
export const mapText = ({ files, manifest, commits = '' }: RepositoryGlance): string => {
  const parts = [
    ['Languages', languages(files)],
    ['Package managers', managers(files)],
    ['Entry points', entryPoints(files, manifest).join(', ')],
    ['Last commits', commits.trim() === '' ? '' : `\n${shortLines(commits)}`],
    ['Files', files.length === 0 ? '' : `${files.length}\n${treeOf(files).join('\n')}`],
  ] as const
  return parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`])).join('\n')
}

const shortLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => shownLine(line, 120))
    .join('\n')

/** Folders and files, level by level, until so many are named; of a folder that is cut, how much is missing. */
export const treeOf = (files: readonly string[], most = entriesMost): string[] => {
  const shown = new Set<string>()
  const depthMost = Math.max(0, ...files.map((file) => file.split('/').length))
  for (let depth = 1; depth <= depthMost && shown.size < most; depth += 1) {
    for (const file of files) {
      const parts = file.split('/')
      if (parts.length < depth || shown.size >= most) continue
      shown.add(parts.slice(0, depth).join('/') + (parts.length > depth ? '/' : ''))
    }
  }
  const lines = [...shown].sort()
  const missing = files.filter((file) => !shown.has(file)).length
  return missing > 0 ? [...lines, `[${missing} more files: use list or find]`] : lines
}

const names: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript', '.tsx': 'TypeScript', '.js': 'JavaScript', '.mjs': 'JavaScript', '.jsx': 'JavaScript',
  '.py': 'Python', '.go': 'Go', '.rs': 'Rust', '.rb': 'Ruby', '.java': 'Java', '.kt': 'Kotlin', '.php': 'PHP',
  '.c': 'C', '.h': 'C', '.cc': 'C++', '.cpp': 'C++', '.hpp': 'C++', '.cs': 'C#', '.swift': 'Swift', '.sh': 'Shell',
  '.sql': 'SQL', '.vue': 'Vue', '.svelte': 'Svelte', '.ex': 'Elixir', '.scala': 'Scala', '.css': 'CSS', '.html': 'HTML',
} // prettier-ignore

const languages = (files: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const file of files) {
    const name = names[extname(file).toLowerCase()]
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const sorted = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  const most = sorted.slice(0, 6)
  return most.map(([name, count]) => `${name} (${count} files)`).join(', ')
}

const managerOf: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm', 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun', 'bun.lockb': 'bun',
  'uv.lock': 'uv', 'poetry.lock': 'poetry', 'Pipfile.lock': 'pipenv', 'requirements.txt': 'pip', 'go.mod': 'go',
  'Cargo.toml': 'cargo', 'Gemfile.lock': 'bundler', 'composer.lock': 'composer', 'pom.xml': 'maven',
  'build.gradle': 'gradle', 'build.gradle.kts': 'gradle', 'Makefile': 'make', 'mix.exs': 'mix',
} // prettier-ignore

const managers = (files: readonly string[]): string => {
  const found = Object.entries(managerOf).filter(([name]) => files.includes(name))
  return [...new Set(found.map(([, manager]) => manager))].join(', ')
}

const likelyEntry =
  /^((src|app|lib|cmd\/[^/]+)\/)?(main|index|app|server|cli|__main__|lib|mod)\.(ts|tsx|js|mjs|py|go|rs|rb|php)$/

const entryPoints = (files: readonly string[], manifest: string): readonly string[] => {
  const entries = manifest === '' ? [] : entriesOf(manifest)
  return [...new Set([...entries, ...files.filter((file) => likelyEntry.test(file))])].slice(0, 12)
}

const entriesOf = (manifest: string): string[] => {
  const { main, bin } = (parseJson(manifest) ?? {}) as { main?: unknown; bin?: unknown }
  const programs: unknown[] = typeof bin === 'object' && bin !== null ? Object.values(bin) : [bin]
  return [main, ...programs]
    .filter((one): one is string => typeof one === 'string')
    .map((one) => shownLine(one.replace(/^\.\//, ''), 100))
}
