/** An entry of a folder: folders first, then files, each by name. */
export interface FolderItem {
  readonly name: string
  readonly path: string
  /** How many files lie anywhere below a folder; undefined for a file. */
  readonly files?: number
}

const byName = (one: FolderItem, other: FolderItem) => (one.name < other.name ? -1 : 1)

/** The entries of a folder, from the paths of all files; `''` is the top. One pass for any number of files. */
export const entriesIn = (paths: readonly string[], folder: string): readonly FolderItem[] => {
  const prefix = folder === '' ? '' : `${folder}/`
  const files: FolderItem[] = []
  const folders = new Map<string, number>()
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue
    const slash = path.indexOf('/', prefix.length)
    const name = path.slice(prefix.length, slash === -1 ? undefined : slash)
    if (slash === -1) files.push({ name, path })
    else folders.set(name, (folders.get(name) ?? 0) + 1)
  }
  const folderItems = Array.from(folders, ([name, count]) => ({ name, path: prefix + name, files: count }))
  return [...folderItems.sort(byName), ...files.sort(byName)]
}

/** The newest change of each entry of a folder, by its path; for a folder, the newest change of its files. */
export const changesIn = <Change extends { readonly files: readonly string[] }>(
  newestFirst: readonly Change[],
  folder: string,
): ReadonlyMap<string, Change> => {
  const prefix = folder === '' ? '' : `${folder}/`
  const newest = new Map<string, Change>()
  for (const change of newestFirst)
    for (const path of change.files) {
      if (!path.startsWith(prefix)) continue
      const slash = path.indexOf('/', prefix.length)
      const entry = slash === -1 ? path : path.slice(0, slash)
      if (!newest.has(entry)) newest.set(entry, change)
    }
  return newest
}

/** The folders above a path, from the top: `a/b/c.ts` has `a` and `a/b`. */
export const foldersAbove = (path: string): readonly string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** The first paths that contain all words of a text, in any case; matches in the name of the file come first. */
export const findPaths = (paths: readonly string[], text: string, most: number): readonly string[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const inFolders: string[] = []
  const inName: string[] = []
  for (const path of paths) {
    const small = path.toLowerCase()
    if (!words.every((word) => small.includes(word))) continue
    const name = small.slice(small.lastIndexOf('/') + 1)
    const isNamed = words.every((word) => name.includes(word))
    if (isNamed && inName.length < most) inName.push(path)
    else if (inFolders.length < most) inFolders.push(path)
    if (inName.length === most) break
  }
  return [...inName, ...inFolders].slice(0, most)
}
