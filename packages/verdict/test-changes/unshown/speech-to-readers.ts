import { findingAt, shownMost, type Change, type FileChange, type Finding } from '../change.ts'
import { addedRawLines } from '../changed-lines.ts'
import { languageOf } from '../languages.ts'
import { isDocumentPath } from '../test-paths.ts'

const lineMostChars = 1_000

const injected =
  /\b(?:ignore|disregard|forget) (?:all |any |the )?(?:previous|prior|above|earlier|other) (?:instructions?|rules?|text)\b|\bsystem prompt\b|<\/?(?:system|instructions?|assistant)>|\bno[_ ]objection\b/i
const reader =
  /\b(?:reviewers?|review (?:model|agent|bot)s?|examiners?|graders?|verifiers?|LLMs?|language models?|AI|copilots?|claude|chatgpt|gpt-?\d|gemini|automated (?:tools?|checks?|agents?))\b/i
const demand =
  /\b(?:approve|merge|ignore|disregard|skip|bypass|trust|accept)\b|\b(?:do not|don.?t|never|need not|no need to) (?:flag|report|ask|list|mention|examine|review|comment|test|look)\b|\b(?:already|has been|was) (?:approved|reviewed|accepted|checked)\b|\banswer\b/i
const role = /(?:^|["'`\s(])(?:SYSTEM|ASSISTANT|DEVELOPER|HUMAN)\s?:\s/
const approval = /\b(?:approv\w+|allow\w*|permi\w+|ignore|trust\w*|merge\w*|must|accept\w*)\b/i
const address = /\b(?:please|must|should|notes?|dear|attention|always|never|do not|don.?t|already|answer|you)\b/i

/** Names are words as well: `ignorePreviousInstructions`. */
const wordsIn = (line: string) => line.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll(/[_-]+/g, ' ')

const speaksToModels = (line: string): boolean =>
  injected.test(line) || injected.test(wordsIn(line)) || (role.test(line) && approval.test(line))

/** Only prose: a program about reviews has functions and texts with the same words. */
const speaksToReaders = (prose: string): boolean => reader.test(prose) && demand.test(prose) && address.test(prose)

/** Lines of programs, tests and settings, and paths, that speak to reviewers or models: in comments, names, titles and texts. */
export const speechToReaders = ({ files }: Change): Finding[] => files.flatMap(findingsOf)

const findingsOf = (file: FileChange): Finding[] => {
  const { path, text, after } = file
  // Documents have a rule of their own, and no person wrote the text of a lock file.
  if (isDocumentPath(path) || text.after === undefined) return []
  const comments = languageOf(path) === undefined ? undefined : after?.views.comments.split('\n')
  const lines = addedRawLines(file).flatMap(({ line, text: raw }) => {
    const code = raw.slice(0, lineMostChars)
    const prose = (comments ? (comments[line - 1] ?? '') : raw).slice(0, lineMostChars)
    return speaksToModels(code) || speaksToReaders(prose) ? [{ line, words: code.trim() }] : []
  })
  const isNamed = text.kind !== 'modified' && speaksToModels(path.replaceAll(/[/.]+/g, ' '))
  const found = [...(isNamed ? [{ line: 1, words: path }] : []), ...lines].slice(0, shownMost)
  return found.map(({ line, words }) => {
    const does = `speaks to who reads the change: “${words.slice(0, 120)}”.`
    return findingAt(path, line, 'text_speaks_to_readers', does)
  })
}
