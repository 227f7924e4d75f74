import type { Repositories } from '../../../execution/repositories/index.ts'
import {
  isDocumentPath,
  isEvidence,
  isProgram,
  languageOf,
  viewsOf,
  type Finding,
} from '../../../execution/test-changes/index.ts'
import { readTexts, type TaskWork } from '../workbench/index.ts'

const programsMost = 20_000
const textsMostChars = 128 * 1_048_576
const readTogether = 100

/** Findings about changed documents that a program of the repository names: what it reads is no prose. */
export const documentsReadByPrograms = async (
  repositories: Repositories,
  { repository, task }: TaskWork,
  changed: readonly string[],
  signal: AbortSignal,
): Promise<Finding[]> => {
  const documents = changed.filter(isDocumentPath)
  if (documents.length === 0) return []
  const programs = (await repositories.pathsOf(repository.id, task.headSha!)).filter(isReadingProgram)
  const found = new Map<string, Finding>()
  let left = programs.length > programsMost ? 0 : textsMostChars
  for (let at = 0; at < programs.length && left > 0; at += readTogether) {
    signal.throwIfAborted()
    const paths = programs.slice(at, at + readTogether)
    for (const [place, text = ''] of (await readTexts(repositories, repository.id, task.headSha!, paths)).entries()) {
      left -= text.length
      for (const document of documents) {
        const line = lineThatNames(document, { path: paths[place]!, text })
        if (line) found.set(document, found.get(document) ?? readBy(document, paths[place]!, line))
      }
    }
  }
  return left > 0 ? [...found.values()] : [tooMany(documents[0]!)]
}

const packaging = /(?:^|\/)(?:setup[.]py|conf[.]py|Rakefile|[^/]+[.](?:gemspec|gradle|kts))$/
const isReadingProgram = (path: string) => isProgram(path) && !isEvidence(path) && !packaging.test(path)

interface NamingLine {
  readonly line: number
  readonly text: string
}

/** The first line of a program that has the path of a document, or its end, as a text of its own. */
export const lineThatNames = (
  document: string,
  { path, text }: { readonly path: string; readonly text: string },
): NamingLine | undefined => {
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

const readBy = (document: string, program: string, { line, text }: NamingLine): Finding => ({
  kind: 'document_read_by_program',
  level: 'ask',
  path: document,
  reason: `${document} is named by ${program}:${line}: “${text.slice(0, 120)}”.`,
})

const tooMany = (document: string): Finding => ({
  kind: 'document_read_by_program',
  level: 'ask',
  path: document,
  reason: `The repository has too many programs to look for one that names ${document}.`,
})
