import type { Repositories, TreePath } from '../../../execution/repositories/index.ts'
import { decodeLines, isBinary } from '../../../packages/charsets/index.ts'

/** The path of a file for people; bytes that are not UTF-8 become U+FFFD. */
export const nameOf = ({ path, pathBase64 }: TreePath): string => path ?? Buffer.from(pathBase64, 'base64').toString()

/** The path of a file in an answer. */
export const pathFields = ({ path, pathBase64 }: TreePath) => (path === undefined ? { pathBase64 } : { path })

/** The path of a renamed file before, in an answer. */
export const previousFields = ({ path, pathBase64 }: TreePath) =>
  path === undefined ? { previousPathBase64: pathBase64 } : { previousPath: path }

/** The text of a file; undefined without content, or if it is binary. */
export const textIn = (content: Buffer | undefined): string | undefined =>
  content && !isBinary(content) ? decodeLines(content) : undefined

interface TreeText {
  readonly path: string
  /** Undefined if the file is too large to read. */
  readonly text: string | undefined
}

const filesMost = 20_000
const textsMostChars = 128 * 1_048_576
const readTogether = 100

/** Shows the wanted texts of a commit, one by one; false if it has too many files or too much text to finish. */
export const readTree = async (
  repositories: Repositories,
  { id, commit, signal }: { readonly id: string; readonly commit: string; readonly signal: AbortSignal },
  { isWanted, show }: { isWanted(path: string): boolean; show(file: TreeText): void },
): Promise<boolean> => {
  const wanted = (await repositories.pathsOf(id, commit)).filter(isWanted)
  if (wanted.length > filesMost) return false
  let left = textsMostChars
  for (let at = 0; at < wanted.length; at += readTogether) {
    signal.throwIfAborted()
    const paths = wanted.slice(at, at + readTogether)
    const texts = await readTexts(repositories, id, commit, paths)
    for (const [place, path] of paths.entries()) {
      const text = texts[place]
      left -= text?.length ?? 0
      show({ path, text })
    }
    if (left <= 0) return false
  }
  return true
}

const fileMostBytes = 1_048_576

/** A file of a commit as text; undefined without such a file, or it is larger than a manifest or settings are. */
export const readText = async (
  repositories: Repositories,
  repositoryId: string,
  commit: string,
  path: string,
): Promise<string | undefined> => (await readTexts(repositories, repositoryId, commit, [path]))[0]

/** Reads files of a commit as texts, in the order of their paths; undefined for a missing or too large file. */
export const readTexts = async (
  repositories: Repositories,
  repositoryId: string,
  commit: string,
  paths: readonly string[],
): Promise<(string | undefined)[]> => {
  const asked = paths.map((path) => ({ path }))
  const files = await repositories.readFiles(repositoryId, { commit, paths: asked, maxBytes: fileMostBytes })
  return files.map((file) => file?.content && decodeLines(file.content))
}

/** Reads the files of a commit at these paths, without missing and too large ones. */
export const readTextFiles = async (...asked: Parameters<typeof readTexts>) => {
  const texts = await readTexts(...asked)
  return asked[3].flatMap((path, at) => (texts[at] === undefined ? [] : [{ path, text: texts[at] }]))
}

const loading = /\b(?:import|from|require|mod|include|use|load|source|exec)\b/

/** True if a program may load a file or package: by its path, or its bare name beside a word that loads. */
export const mayLoad = (text: string, path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = name.replace(/\.\w+$/, '')
  if (!text.includes(stem)) return false
  return text
    .split('\n')
    .some((line) => line.includes(name) || line.includes(`/${stem}`) || (line.includes(stem) && loading.test(line)))
}
