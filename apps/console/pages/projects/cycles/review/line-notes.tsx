import { useMemo, useState, type ReactNode } from 'react'
import { isFact } from '../../../../../../domains/delivery/tasks/rules/account-sentence.ts'
import {
  listLineComments,
  addLineComment,
  deleteLineComment,
} from '../../../../../../domains/delivery/line-comments/contract.ts'
import { useLateReply, useOperation } from '../../../../api/use-operation.ts'
import { alikeFindings, linesOf } from '../../../../parts/finding/alike-findings.ts'
import {
  currentLine,
  shownLine,
  type LineComment,
  lineTextMost,
  lineRefKey,
  type LineNotes,
  type LineRef,
} from './diff-rows.ts'
import {
  findingsOf,
  type Evidence,
  type FileFinding,
  type ReviewFile,
  sharedFindings,
  type SharedFinding,
} from './review-files.ts'
import { useAges } from '../../../../format.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { initials } from '../../../../parts/text/initials.ts'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useForm } from '../../../../parts/forms/use-form.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import Info from 'lucide-react/icons/info'
import { FindingText } from '../../../../parts/finding/finding-text.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { useServerWords } from '../../../../words/server/index.ts'
import './line-comment.css'

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

const marksIn = (file: ReviewFile, found: readonly FileFinding[], comments: readonly LineComment[]): LineMark[] => [
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
          {...writing}
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

/** A person's comment at a line. A draft can be deleted; a sent comment stays, even if its line no longer exists. */
export const Comment = ({ comment, isOutdated }: { readonly comment: LineComment; readonly isOutdated: boolean }) => {
  const words = useReviewWords()
  const { agoInWords } = useAges()
  const { id, taskId, path, line, lineText, body, authorName, isDraft, createdAt } = comment
  const remove = useOperation(deleteLineComment)
  return (
    <div className="thread" data-mark tabIndex={-1}>
      <div className="say">
        <div className="line wrap">
          <span className="avatar" aria-hidden="true">
            {initials(authorName ?? '?')}
          </span>
          <b dir="auto">{authorName ?? words.somebody}</b>
          <span className="quiet">{isDraft ? words.notSent : agoInWords(createdAt)}</span>
          {isOutdated ? <span className="tag">{words.outdated}</span> : null}
          <span className="grow" />
          {isDraft ? (
            <Button
              variant="plain"
              size="small"
              isPending={remove.isPending}
              onClick={() => remove.mutate({ params: { id: taskId, commentId: id } })}
            >
              {words.deleteDraft}
            </Button>
          ) : null}
        </div>
        {isOutdated ? (
          <p className="quiet mono">
            {path}:{line} {lineText}
          </p>
        ) : null}
        <p dir="auto">{body}</p>
        <Refusal error={remove.error} />
      </div>
    </div>
  )
}

interface CommentDraft {
  readonly path: string
  readonly place: LineRef
  readonly text: string
}

interface WriteCommentProps extends CommentDraft {
  readonly taskId: string
  readonly onClose: () => void
}

/** The form for a comment at a line. */
const WriteComment = ({ taskId, path, place, text, onClose }: WriteCommentProps) => {
  const { missing } = useInboxWords()
  const review = useReviewWords()
  const form = useForm(addLineComment, {
    name: `line.${taskId}.${path}.${lineRefKey(place)}`,
    input: { params: { id: taskId } },
    saved: { body: '' },
    missing,
    body: ({ body }) => ({ path, ...place, lineText: text.slice(0, lineTextMost), body }),
    then: onClose,
  })
  return (
    <Form className="thread write" error={form.error} onSubmit={form.submit}>
      <DraftField
        draft={form}
        field="body"
        label={review.writeAt(place.line)}
        hint={review.writeHint}
        isLong
        rows={3}
        // The person opened this field a moment ago.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <FormFoot size="small" of={form} verb={review.keepDraft} onCancel={onClose} />
    </Form>
  )
}

/** A finding in one row. A fact has no doubt to look at, so the keys N and P skip it. */
const FindingRow = ({ isNote = false, children }: { readonly isNote?: boolean; readonly children: ReactNode }) => (
  <div className="finding-row line" data-mark={isNote ? undefined : true} tabIndex={-1}>
    {isNote ? <Info className="i" aria-hidden="true" /> : <Glyph name="doubt" />}
    <p dir="auto">{children}</p>
  </div>
)

interface FindingProps {
  readonly found: FileFinding
  /** Whether its line is just above. */
  readonly isAtLine: boolean
}

/** A finding of the review at its line, or a fact that helps a person to decide. */
const Finding = ({ found: { kind, reason, line, isOfModel }, isAtLine }: FindingProps) => {
  const words = useReviewWords()
  return (
    <FindingRow isNote={isFact({ kind })}>
      {isOfModel ? (
        <>
          {reason} <span className="quiet">{words.fromModel}</span>
        </>
      ) : (
        <FindingText kind={kind} reason={reason} line={isAtLine ? undefined : line} isAtLines={isAtLine} />
      )}
    </FindingRow>
  )
}

interface AlikeCardProps {
  readonly found: readonly FileFinding[]
  readonly isEachShown: boolean
  readonly onToggle: () => void
}

/** Findings at many lines of a file in one sentence, and a button that shows each at its line. */
const AlikeCard = ({ found, isEachShown, onToggle }: AlikeCardProps) => {
  const { unnoticed } = useServerWords()
  return (
    <FindingRow>
      {unnoticed.alike(found[0]?.kind, found.length, linesOf(found))}{' '}
      <button type="button" className="link" aria-expanded={isEachShown} onClick={onToggle}>
        {isEachShown ? unnoticed.together : unnoticed.each}
      </button>
    </FindingRow>
  )
}

interface SharedFindingsProps {
  readonly shared: readonly SharedFinding[]
  readonly onGo: (path: string) => void
}

/** Findings in many files of a change, each written once with its places. */
export const SharedFindings = ({ shared, onGo }: SharedFindingsProps) => {
  const words = useReviewWords()
  return shared.map(({ found: { kind, reason, isOfModel }, places, files }) => (
    <section key={reason} className="panel shared-finding" data-mark tabIndex={-1}>
      <div className="line">
        <Glyph name="doubt" />
        <b>{words.inFiles(files)}</b>
      </div>
      <p dir="auto">{isOfModel ? reason : <FindingText kind={kind} reason={reason} isAtLines />}</p>
      <details>
        <summary>{words.places(places.length)}</summary>
        <ul>
          {places.map(({ path, line }, at) => (
            <li key={at}>
              <button type="button" className="link mono" onClick={() => onGo(path)}>
                {path}
                {line === undefined ? '' : `:${line}`}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  ))
}
