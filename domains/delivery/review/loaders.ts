import { posix } from 'node:path'

/** The files that load other files, found by the imports of JavaScript, TypeScript, Python and Go. */
interface Loaders {
  add(path: string, text: string): void
  /** Files that load one of these files, themselves or through others, without the files given. */
  through(paths: readonly string[]): readonly string[]
}

export const loadersOf = (): Loaders => {
  const byKey = new Map<string, string[]>()
  const directly = (path: string) => byKey.get(keyOf(path)) ?? []
  return {
    add: (path, text) => {
      for (const key of new Set(linksOf(path, text))) {
        const known = byKey.get(key)
        if (known) known.push(path)
        else byKey.set(key, [path])
      }
    },
    through: (paths) => {
      const seen = new Set(paths)
      // A loop over a set reaches elements that it adds.
      for (const path of seen) for (const loader of directly(path)) seen.add(loader)
      return [...seen].slice(new Set(paths).size)
    },
  }
}

/** True if a language loads the files of a folder together, without their names. */
export const isLoadedByFolder = (path: string): boolean => path.endsWith('.go')

/** The name by which programs load a file: without its ending, and a folder for the file that stands for it. */
export const keyOf = (path: string): string => {
  if (isLoadedByFolder(path)) return `${posix.dirname(path)}/*.go`
  return path.replace(/\.\w+$/, '').replace(/\/(?:index|__init__|mod)$/, '')
}

const quoted = /\b(?:from|import|require|export)\b[^'"`\n]{0,200}['"]([^'"\n]{1,300})['"]/g
const ofPython = /^[ \t]*(?:from[ \t]+([.\w]{1,300})[ \t]+import\b([^\n#]{0,300})|import[ \t]+([.\w]{1,300}))/gm
const ofGo = /"([\w./-]{1,300})"/g

const linksOf = (path: string, text: string): readonly string[] => {
  const folder = posix.dirname(path)
  if (isLoadedByFolder(path)) {
    const links = [...text.split(/^func /m, 1)[0]!.matchAll(ofGo)].flatMap(([, link]) => endingsOf(link!))
    return [keyOf(path), ...links.map((end) => `${end}/*.go`)]
  }
  if (path.endsWith('.py'))
    return [...text.matchAll(ofPython)].flatMap(([, from, names = '', plain]) => {
      const modules =
        plain === undefined
          ? [from!, ...(names.match(/\w+/g) ?? []).map((one) => `${from!.replace(/\w$/, '$&.')}${one}`)]
          : [plain]
      return modules.flatMap((module) => pythonKeys(folder, module))
    })
  return [...text.matchAll(quoted)].flatMap(([, link]) =>
    link!.startsWith('.') ? [keyOf(posix.join(folder, link!)), posix.join(folder, link!)] : [],
  )
}

/** The ends of an import path, of which one is the folder in this repository. */
const endingsOf = (link: string): readonly string[] => {
  const names = link.split('/')
  return names.map((_, at) => names.slice(at).join('/'))
}

const pythonKeys = (folder: string, module: string): readonly string[] => {
  const below = module.replace(/^\.+/, '')
  const dots = module.length - below.length
  const roots = dots > 0 ? [posix.join(folder, ...Array<string>(dots - 1).fill('..'))] : ['.', 'src', folder]
  return roots.map((root) => posix.join(root, ...below.split('.')))
}
