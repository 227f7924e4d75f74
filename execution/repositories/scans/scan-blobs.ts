import type { BlobPiece } from '../reads/blobs.ts'
import { type FileRule, fileRulesOf } from '../worktrees/file-rules.ts'
import type { Scanner } from './scan.ts'
import type { TextFinding } from './secret-rules.ts'
import { scannable } from './scannable.ts'

export type BlobFinding = Pick<TextFinding, 'rule' | 'line' | 'masked' | 'isMadeUp'>

export const ofFile = (rule: FileRule): BlobFinding => ({ rule, line: 1, masked: '', isMadeUp: false })

/** The identity of a file without its folders, and its blob: rules look at both. */
export const scanKey = (blobSha: string, name: string): string => `${blobSha} ${name}`

const batchMaxBytes = 4 * 1024 * 1024
const batchMostTexts = 1000

/** The names of blobs, the first one first. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Looks for secrets in the pieces of blobs, under each name that a blob has, and returns the findings of each (blob,
 * name). It ends early if the blobs so far, under their first names, have as many findings as requested.
 */
export const scanBlobs = async (
  scanner: Scanner,
  pieces: AsyncIterable<BlobPiece>,
  names: Names,
  findingsMost: number,
): Promise<(key: string) => readonly BlobFinding[]> => {
  const files = new Map<string, readonly BlobFinding[]>()
  const texts = openFindings()
  for await (const batch of batches(pieces, names, files)) {
    const findings = await scanner.scan(batch.map(({ name, content }) => ({ name, content })))
    batch.forEach((text, at) => texts.add(text, findings[at]!))
    if (texts.countOfFirst() >= findingsMost) break
  }
  return (key) => [...(files.get(key) ?? []), ...texts.of(key)]
}

interface NamedText extends BlobText {
  readonly name: string
  readonly key: string
  /** Whether it is the first name that the blob had. */
  readonly isFirst: boolean
}

/** Texts to be scanned, some at a time; findings about the files themselves go to `files`. */
async function* batches(
  pieces: AsyncIterable<BlobPiece>,
  names: Names,
  files: Map<string, readonly BlobFinding[]>,
): AsyncGenerator<NamedText[]> {
  const textsOf = openBlobTexts()
  let batch: NamedText[] = []
  let sizeBytes = 0
  for await (const piece of pieces) {
    const texts = textsOf(piece)
    for (const [at, name] of [...names.get(piece.sha)!].entries()) {
      const key = scanKey(piece.sha, name)
      const rules = piece.isFirst ? fileRulesOf(name, piece.content) : []
      if (rules.length > 0) files.set(key, rules.map(ofFile))
      batch.push(...texts.map((text) => ({ ...text, name, key, isFirst: at === 0 })))
    }
    sizeBytes += piece.content.length
    if (sizeBytes < batchMaxBytes && batch.length < batchMostTexts) continue
    yield batch
    batch = []
    sizeBytes = 0
  }
  if (batch.length > 0) yield batch
}

interface FileFindings {
  /** By line and rule: what two pieces repeat is found in both. */
  readonly lines: Map<number, Map<string, BlobFinding>>
  readonly digests: Set<string>
}

const openFindings = () => {
  const byKey = new Map<string, FileFindings>()
  let count = 0
  const addOne = (text: NamedText, { rule, line, digest, masked, isMadeUp }: TextFinding) => {
    const file: FileFindings = byKey.get(text.key) ?? { lines: new Map(), digests: new Set() }
    const { lines, digests } = file
    byKey.set(text.key, file)
    // A file that is not text has one line for all findings, without findings that its text already has.
    if (text.firstLine === undefined && digests.has(`${rule} ${digest}`)) return
    digests.add(`${rule} ${digest}`)
    const at = text.firstLine === undefined ? 1 : text.firstLine + line - 1
    if (!lines.has(at) && text.isFirst) count += 1
    const rules = lines.get(at) ?? new Map<string, BlobFinding>()
    if (!rules.has(rule)) lines.set(at, rules.set(rule, { rule, line: at, masked, isMadeUp }))
  }
  return {
    add: (text: NamedText, findings: readonly TextFinding[]) => {
      for (const finding of findings) addOne(text, finding)
    },
    /** Lines with findings, of blobs under their first names: each produces one finding or more. */
    countOfFirst: () => count,
    of: (key: string): readonly BlobFinding[] =>
      [...(byKey.get(key)?.lines ?? [])].sort(([one], [other]) => one - other).flatMap(([, rules]) => ofLine(rules)),
  }
}

/** A line that a rule recognised needs no guess about it, also if two pieces of a file report them. */
const ofLine = (rules: ReadonlyMap<string, BlobFinding>): readonly BlobFinding[] =>
  [...rules.values()]
    .filter(({ rule }) => rule !== 'random-value' || rules.size === 1)
    .sort((one, other) => (one.rule < other.rule ? -1 : 1))

/** A text in which secrets are looked for. `firstLine` is that of its file with which it begins, if its lines are the file's. */
interface BlobText {
  readonly content: string
  readonly firstLine: number | undefined
}

/**
 * Makes texts of the pieces of files, each file from its beginning: see `scannable`. UTF-16 with a byte order mark is
 * read as such, so that its lines are right, and as other bytes too, since the mark may be wrong.
 */
const openBlobTexts = () => {
  let isWide = false
  let line = 1
  return ({ content, isFirst, repeatedBytes }: BlobPiece): readonly BlobText[] => {
    if (isFirst) {
      isWide = content[0] === 0xff && content[1] === 0xfe
      line = 1
    }
    const firstLine = line
    line += lineBreaks(content, content.length - repeatedBytes, isWide)
    const ascii = scannable(content)
    if (isWide) return [{ content: content.toString('utf16le'), firstLine }, ...unlessEmpty(ascii, undefined)]
    return unlessEmpty(ascii, content.includes(0) ? undefined : firstLine)
  }
}

const unlessEmpty = (content: string, firstLine: number | undefined): BlobText[] =>
  content === '' ? [] : [{ content, firstLine }]

const lineBreaks = (content: Buffer, endAt: number, isWide: boolean) => {
  let found = 0
  for (let at = 0; at < endAt; at += isWide ? 2 : 1)
    if (content[at] === 0x0a && (!isWide || content[at + 1] === 0)) found += 1
  return found
}
