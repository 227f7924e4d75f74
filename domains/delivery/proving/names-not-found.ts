import type { Repositories } from '../../../execution/repositories/index.ts'
import { isProgram } from '../../../packages/verdict/index.ts'
import { readTree } from '../workbench/index.ts'

/** The tree after a change. */
interface SoughtIn {
  readonly parts: { readonly repositories: Repositories }
  readonly context: { readonly signal: AbortSignal }
  readonly work: { readonly repository: { readonly id: string }; readonly task: { readonly headSha: string | null } }
}

const inSettings = ' (setting)'
const setting = /(?:^|\/)(?!package-lock\.|pnpm-lock\.)[^/]{1,200}\.(?:json|ya?ml|toml|cfg|ini)$/

/** The names among these that no unchanged file has; of a name such as “money (setting)”, no unchanged settings file. A tree that is too large to read has all of them. */
export const namesNotFound = async (
  { parts: { repositories }, context: { signal }, work: { repository, task } }: SoughtIn,
  files: readonly { readonly path: string }[],
  names: readonly string[],
): Promise<readonly string[]> => {
  if (names.length === 0) return []
  const changed = new Set(files.map(({ path }) => path))
  const left = new Set(names)
  const commit = { id: repository.id, commit: task.headSha!, signal }
  const isWhole = await readTree(repositories, commit, {
    isWanted: (path) => !changed.has(path),
    show: ({ path, text }) => {
      for (const name of left) {
        const word = name.endsWith(inSettings) ? name.slice(0, -inSettings.length) : name
        if (word !== name && !setting.test(path)) continue
        if (text === undefined ? isProgram(path) : hasName(text, word)) left.delete(name)
      }
    },
  })
  return isWhole ? [...left] : []
}

/** True if a text has a name as a word, or a name with a star, such as `export *`, in any spacing. */
const hasName = (text: string, name: string): boolean => {
  const [first, star] = name.split(' ') as [string, string?]
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const end = at + first.length
    const after = text.slice(end, end + starMostChars).trimStart()
    const isWord = !wordCharacter.test(text.charAt(at - 1)) && !wordCharacter.test(text.charAt(end))
    if (star === undefined ? isWord : after.startsWith('*')) return true
  }
  return false
}

const wordCharacter = /[\p{L}\p{N}_$]/u
const starMostChars = 20
