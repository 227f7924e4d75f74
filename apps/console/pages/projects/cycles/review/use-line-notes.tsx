import { useMemo, useState, type ReactNode } from 'react'
import { isFact } from '../../../../../../domains/delivery/tasks/rules/account-sentence.ts'
import { listLineComments } from '../../../../../../domains/delivery/line-comments/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { Comment, WriteComment, type CommentDraft } from './line-comment.tsx'
import { alikeFindings } from '../../../../parts/finding/alike-findings.ts'
import { AlikeCard, Finding } from './review-finding.tsx'
import { currentLine, shownLine, type LineComment } from './line-refs.ts'
import { findingsOf, type Evidence, type FileFinding, type ReviewFile } from './review-files.ts'
import { sharedFindings } from './shared-findings.ts'
import { lineRefKey, type LineNotes, type LineRef } from './diff-rows.ts'

/** The nodes at lines of a file, and above them, in `head`, the nodes without a shown line. */
export interface FileNotes extends LineNotes {
  readonly head: readonly ReactNode[]
  readonly count: number
  /** Whether a person has to look at a finding of the file. */
  readonly asks: boolean
}

interface LineMark {
  readonly place: LineRef | undefined
  readonly node: ReactNode
}

type Alike = readonly FileFinding[]

const marksIn = (file: ReviewFile, found: Alike, comments: readonly LineComment[]): LineMark[] => [
  ...found.map((one, at) => {
    const place = shownLine(file, one.line)
    return { place, node: <Finding key={`found ${at}`} found={one} isAtLine={place !== undefined} /> }
  }),
  ...comments.map((comment) => {
    const place = currentLine(file, comment)
    return { place, node: <Comment key={comment.id} comment={comment} isOutdated={place === undefined} /> }
  }),
]

/** Sorts marks by their lines; marks without a line are in `head`. */
const byLine = (marks: readonly LineMark[]) => {
  const notes = new Map<string, readonly ReactNode[]>()
  const head: ReactNode[] = []
  for (const { place, node } of marks) {
    if (place) notes.set(lineRefKey(place), [...(notes.get(lineRefKey(place)) ?? []), node])
    else head.push(node)
  }
  return { notes, head }
}

const noComments: readonly LineComment[] = []

/** The findings and comments of each file, with the form for a comment at its line. */
export const useLineNotes = (evidence: Evidence, files: readonly ReviewFile[], canWrite: boolean) => {
  const { taskId } = evidence
  const comments = useLateReply(listLineComments, { params: { id: taskId } }).data?.comments ?? noComments
  const [writing, setWriting] = useState<CommentDraft>()
  // Files that show each finding at its line, although one sentence could sum them up.
  const [apart, setApart] = useState<readonly string[]>([])
  const { shared, own: found } = useMemo(() => sharedFindings(findingsOf(evidence)), [evidence])
  const byName = useMemo(() => {
    const at = (file: ReviewFile): FileNotes => {
      const { path, name } = file
      const own = found.filter((one) => one.path === name)
      const ofFile = comments.filter((one) => one.path === path)
      const groups = alikeFindings(own)
      const alike = groups.filter(({ length }) => length > 1)
      const isApart = apart.includes(name)
      const marks = marksIn(file, groups.filter(({ length }) => isApart || length === 1).flat(), ofFile)
      const isHere = writing !== undefined && writing.path === path
      const write = isHere && (
        <WriteComment
          key={lineRefKey(writing.place)}
          taskId={taskId}
          writing={writing}
          onClose={() => setWriting(undefined)}
        />
      )
      const onComment =
        canWrite && path !== undefined ? (place: LineRef, text: string) => setWriting({ path, place, text }) : undefined
      const { notes, head } = byLine(write ? [...marks, { place: writing.place, node: write }] : marks)
      return {
        notes,
        head: [
          ...alike.map((group) => (
            <AlikeCard
              key={group[0]!.kind}
              found={group}
              isEachShown={isApart}
              onToggle={() => setApart(isApart ? apart.filter((one) => one !== name) : [...apart, name])}
            />
          )),
          ...head,
        ],
        marked: new Set(
          alike
            .flat()
            .flatMap(({ line }) => shownLine(file, line) ?? [])
            .map(lineRefKey),
        ),
        onComment,
        asks: own.some((one) => one.asks === true),
        count: own.filter((one) => !isFact(one)).length + ofFile.length,
      }
    }
    return new Map(files.map((file) => [file.name, at(file)]))
  }, [files, found, comments, writing, apart, taskId, canWrite])
  const paths = new Set(files.map(({ path }) => path))
  return {
    findings:
      [...found, ...shared.flatMap(({ places }) => places)].filter((one) => !isFact(one)).length +
      (evidence.verdict?.untestedValues.length ?? 0),
    shared,
    own: found,
    of: (file: ReviewFile): FileNotes => byName.get(file.name)!,
    /** Comments at files that the change no longer touches. */
    elsewhere: comments.filter(({ path }) => !paths.has(path)),
  }
}

/** How many comments the person has drafted at lines of a task. */
export const useDrafts = (taskId: string): number =>
  (useLateReply(listLineComments, { params: { id: taskId } }).data?.comments ?? []).filter(({ isDraft }) => isDraft)
    .length
