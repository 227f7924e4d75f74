import type { Repositories } from '../../../execution/repositories/index.ts'
import {
  isDocumentPath,
  isEvidence,
  isProgram,
  languageOf,
  viewsOf,
  type Finding,
} from '../../../packages/verdict/index.ts'
import { readTree, type TaskWork } from '../workbench/index.ts'

/** Findings about changed documents that a program of the repository names: these are no prose. */
export const documentsReadByPrograms = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  changed: readonly string[],
  signal: AbortSignal,
): Promise<Finding[]> => {
  const documents = changed.filter(isDocumentPath)
  if (documents.length === 0) return []
  const found = new Map<string, Finding>()
  const commit = { id: repository.id, commit: task.headSha!, signal }
  const isWhole = await readTree(repositories, commit, {
    isWanted: isReadingProgram,
    show: ({ path, text = '' }) => {
      for (const document of documents) {
        const naming = lineThatNames(document, { path, text })
        if (!naming || found.has(document)) continue
        const reason = `${document} is named by ${path}:${naming.line}: “${naming.text.slice(0, 120)}”.`
        found.set(document, readByProgram(document, reason))
      }
    },
  })
  if (isWhole) return [...found.values()]
  const [first] = documents as [string]
  return [readByProgram(first, `The repository has too many programs to look for one that names ${first}.`)]
}

const packaging = /(?:^|\/)(?:setup[.]py|conf[.]py|Rakefile|[^/]+[.](?:gemspec|gradle|kts))$/
const isReadingProgram = (path: string) => isProgram(path) && !isEvidence(path) && !packaging.test(path)

/** The first line of a program that has the path of a document, or its end, as a text of its own. */
export const lineThatNames = (document: string, { path, text }: { readonly path: string; readonly text: string }) => {
  const name = document.slice(document.lastIndexOf('/') + 1)
  if (!text.includes(name)) return undefined
  const lines = text.split('\n')
  const code = viewsOf(text, languageOf(path)).text.split('\n')
  const quoted = new RegExp(`["'\`]([^"'\`]{0,200}/)?${name.replace(/\W/g, '\\$&')}["'\`]`, 'g')
  const isNamed = (folder = '') => `/${document}`.endsWith(`/${folder.replace(/^(?:[.]{0,2}\/)+/, '')}${name}`)
  const at = lines.findIndex((line, index) => {
    if (/^\/\/go:embed\s/.test(line)) return line.includes(name)
    // Documentation of a crate, which its compiler shows.
    if (/#!?\[doc\s*=/.test(line)) return false
    return [...(code[index] ?? '').matchAll(quoted)].some(([, folder]) => isNamed(folder))
  })
  return at === -1 ? undefined : { line: at + 1, text: lines[at]!.trim() }
}

const readByProgram = (path: string, reason: string): Finding => ({
  kind: 'document_read_by_program',
  level: 'ask',
  path,
  reason,
})
