import { realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file below the root, by its real path, or the path with a slash at its end that a folder has. */
export type FoundFile =
  | { readonly kind: 'file'; readonly path: string; readonly status: 200 | 404 }
  | { readonly kind: 'folder'; readonly path: string }

/**
 * The file of a site that a path of a URL names: itself, with `.html`, or `index.html` of a folder; else `200.html`,
 * else `index.html` of a single-page site, else `404.html`. Names that begin with a dot are not found, except for
 * `.well-known`; nor are targets of symbolic links outside `root`. `root` is a real path.
 */
export const findFile = async (
  root: string,
  urlPath: string,
  { isSinglePage }: { readonly isSinglePage: boolean },
): Promise<FoundFile | undefined> => {
  const names = namesIn(urlPath)
  const found = names && (await findNamed(root, names, urlPath.endsWith('/')))
  if (found) return found
  const fallbacks = [{ name: '200.html', status: 200 } as const, isSinglePage ? singlePage : missingPage]
  for (const { name, status } of fallbacks) {
    const path = await fileAt(root, [name])
    if (path !== undefined) return { kind: 'file', path, status }
  }
  return undefined
}

const singlePage = { name: 'index.html', status: 200 } as const
const missingPage = { name: '404.html', status: 404 } as const

/** The names of a path; undefined if one of them may not be served. */
const namesIn = (urlPath: string): readonly string[] | undefined => {
  try {
    const names = decodeURIComponent(urlPath)
      .split('/')
      .filter((name) => name !== '')
    return names.every(isServed) ? names : undefined
  } catch {
    return undefined
  }
}

const isServed = (name: string, at: number) =>
  !name.includes('\0') && (!name.startsWith('.') || (name === '.well-known' && at === 0))

const findNamed = async (root: string, names: readonly string[], isFolder: boolean): Promise<FoundFile | undefined> => {
  const index = await fileAt(root, [...names, 'index.html'])
  if (isFolder || names.length === 0)
    return index === undefined ? undefined : { kind: 'file', path: index, status: 200 }
  const path = (await fileAt(root, names)) ?? (await fileAt(root, [...names.slice(0, -1), `${names.at(-1)}.html`]))
  if (path !== undefined) return { kind: 'file', path, status: 200 }
  return index === undefined ? undefined : { kind: 'folder', path: `/${names.map(encodeURIComponent).join('/')}/` }
}

const fileAt = async (root: string, names: readonly string[]): Promise<string | undefined> => {
  try {
    const path = await realpath(join(root, ...names))
    const inside = relative(root, path).split(sep)
    return inside.every(isServed) && (await stat(path)).isFile() ? path : undefined
  } catch {
    return undefined
  }
}
