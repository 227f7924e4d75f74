import { jsonObject } from '../../packages/foreign-json/index.ts'
import { isNamed, type SetupFiles } from './phases.ts'
import { tableOf, tablesOf, textOf } from './toml-tables.ts'

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

/** The manifest at the root of a Node project; empty if it cannot be read. */
export const rootManifest = (files: SetupFiles): Readonly<Record<string, unknown>> =>
  jsonObject(files.get('package.json') ?? '') ?? {}

/** The folders of a Node project that are packages of their own, as patterns such as `packages/*`. */
export const workspacePatterns = (files: SetupFiles): readonly string[] => {
  const { workspaces } = rootManifest(files)
  const patterns = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages
  return [...textsIn(patterns), ...pnpmPatterns(files.get('pnpm-workspace.yaml') ?? '')]
}

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** The list `packages` of a pnpm-workspace.yaml: one quoted or plain item a line, or all in brackets. */
const pnpmPatterns = (text: string): readonly string[] => {
  const brackets = /^packages:[ \t]{0,99}\[([^\]]{0,5000})\]/m.exec(text)?.[1]
  if (brackets !== undefined)
    return brackets
      .split(/[,\n]/)
      .map((item) => item.replace(/#.*/, '').replaceAll(/["']/g, '').trim())
      .filter((item) => item !== '')
  const list = /^packages:[^\S\n]*\n((?:[^\S\n]*(?:-[^\n]*|#[^\n]*)?\n)*)/m.exec(`${text}\n`)?.[1] ?? ''
  return [...list.matchAll(/^[ \t]{0,99}-[ \t]{0,99}['"]?([^'"\n#]{1,300}?)['"]?[ \t\r]{0,99}$/gm)].map(
    ([, pattern]) => pattern!,
  )
}

/** The requirements of the root and the workspaces of a Node project. Others, such as fixtures, do not count. */
export const requestedPackages = (files: SetupFiles) => {
  const patterns = workspacePatterns(files)
  const manifests = [...files].filter(([path]) => isNamed('package.json')(path) && isMember(path, patterns))
  return manifests.flatMap(([file, text]) => {
    const manifest = jsonObject(text) ?? {}
    return kinds.flatMap((kind) =>
      Object.entries((manifest[kind] ?? {}) as Record<string, unknown>).flatMap(([name, range]) =>
        typeof range === 'string' ? [{ file, name, range }] : [],
      ),
    )
  })
}

const isMember = (path: string, patterns: readonly string[]) => {
  const folder = path.split('/').slice(0, -1)
  if (folder.length === 0) return true
  return patterns.some((pattern) => matches(pattern.replace(/^\.\//, '').replace(/\/$/, '').split('/'), folder))
}

const depthMost = 32

const matches = (pattern: readonly string[], folder: readonly string[]): boolean => {
  if (pattern.length > depthMost) return false
  const [first, ...rest] = pattern
  if (first === undefined) return folder.length === 0
  if (first === '**') return pattern.length === 1 || folder.some((_, at) => matches(rest, folder.slice(at)))
  return folder.length > 0 && matchesName(first, folder[0]!) && matches(rest, folder.slice(1))
}

/** A name with stars, in linear time: each piece is searched after the previous piece. */
const matchesName = (pattern: string, name: string): boolean => {
  const pieces = pattern.split('*')
  const last = pieces.at(-1)!
  if (pieces.length === 1) return pattern === name
  let at = pieces[0]!.length
  if (!name.startsWith(pieces[0]!)) return false
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

const addressForm = /^(git[+:]|git@|https?:|ssh:|github:|gitlab:|bitbucket:|gist:|[\w.-]+\/[\w.-]+(#|$))/i
const fileForm = /^file:.*\.(tgz|tar\.gz|tar)$/i

/** A sentence about a package that no registry has, because the manifest names a git repository, an address or a file. */
export const refusedSource = (files: SetupFiles): string | undefined => {
  const found = requestedPackages(files).find(({ range }) => addressForm.test(range) || fileForm.test(range))
  if (!found) return undefined
  const { file, name, range } = found
  return (
    `The repository has no lock file, and ${file} takes “${name.slice(0, 100)}” from ${withoutSecret(range)}, which is no registry. ` +
    'Name it by a version, or set the commands of the project: atelier project set --fetch … --setup ….'
  )
}

const withoutSecret = (address: string) => address.replace(/\/\/[^@/]*@/, '//').slice(0, 200)

const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const
export type NodeManagerName = (typeof packageManagers)[number]

/** The package manager of a Node project that has no lock file: by `packageManager`, else by its workspaces. */
export const requestedManager = (files: SetupFiles): NodeManagerName => {
  return managerField(files)?.name ?? (files.has('pnpm-workspace.yaml') ? 'pnpm' : 'npm')
}

/** `packageManager` of the root manifest without its hash, else the first known one of `devEngines.packageManager`. */
export const managerField = (files: SetupFiles) => {
  const { packageManager, devEngines } = rootManifest(files)
  const ofEngines = tablesOf([tableOf(devEngines).packageManager].flat())
  const texts = [textOf(packageManager), ...ofEngines.map((one) => `${textOf(one.name)}@${textOf(one.version)}`)]
  for (const text of texts) {
    const [, word, version] = /^([a-z]+)@(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec(text) ?? []
    const name = packageManagers.find((one) => one === word)
    if (name && version !== undefined) return { name, version }
  }
  return undefined
}
