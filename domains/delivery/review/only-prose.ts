import { isEvidence } from '../../../execution/test-changes/index.ts'
import { outsideReader } from '../../../platform/threads/index.ts'
import type { areTexts } from './prose-of-texts.ts'
import type { ReviewedFile } from './review.ts'

/** A changed file as far as it may be prose. */
export type ProseInput = Pick<ReviewedFile, 'name' | 'file' | 'before' | 'after'>

const read = outsideReader<typeof areTexts>({
  module: new URL('./prose-of-texts.ts', import.meta.url),
  name: 'areTexts',
  mostBytes: 64 * 2 ** 20,
  answerMostBytes: 1_024,
  workMs: 20_000,
})

/**
 * Whether changed files differ in what people read and see alone: documents, styles, texts of pages, translations, or
 * comments, formatting and types of programs. Other files wait for a person: a new name, a deletion, a link, a mode that
 * changes, and any file that a program, a build or an agent reads. `key` is the workspace.
 */
export const areProse = async (
  files: readonly ProseInput[],
  options: { readonly key: string; readonly signal: AbortSignal },
): Promise<boolean> => {
  if (files.length === 0 || !files.every(isPlain)) return false
  const texts = files.flatMap(({ name, before, after }) => (isPicture(name) ? [] : [{ path: name, before, after }]))
  return texts.length === 0 || (await read(texts, options)).value === true
}

const regular = '100644'

const isPlain = ({ name, file, before, after }: ProseInput): boolean => {
  const keepsMode = file.modeAfter === regular && (file.kind === 'added' || file.modeBefore === regular)
  if (!keepsMode || !(file.kind === 'added' || file.kind === 'modified') || isEvidence(name)) return false
  if (isPicture(name)) return after === undefined
  return after !== undefined && (file.kind === 'added' || before !== undefined)
}

const isPicture = (path: string): boolean =>
  /^(?:docs?|documentation)\//.test(path) && !/(?:^|\/)[.]/.test(path) && /[.](?:png|jpe?g|gif|webp)$/i.test(path)
