import { useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useFilter } from '../../../../parts/list/use-filter.tsx'
import { useMedia } from '../../../../parts/use-media.ts'
import { addressNow } from '../../../../parts/forms/address-now.ts'
import { withParam } from '../../../../paths.ts'
import { Comment, SharedFindings, useLineNotes, type FileNotes } from './line-notes.tsx'
import { type ReviewedChange, MissingLines } from './missing-lines.tsx'
import { type Evidence, type ReviewFile, printOf, inReadingOrder } from './review-files.ts'
import type { Layout } from './diff-rows.ts'
import { goTo, useReviewKeys } from './use-review-keys.ts'
import Check from 'lucide-react/icons/check'
import FileDiff from 'lucide-react/icons/file-diff'
import FilePlus from 'lucide-react/icons/file-plus'
import FileX from 'lucide-react/icons/file-x'
import { useReviewWords } from '../../../../words/review/index.ts'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useFormat } from '../../../../format.ts'
import { Button, IconButton } from '../../../../parts/forms/button.tsx'
import { useWords } from '../../../../words/shell/index.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Eye from 'lucide-react/icons/eye'
import { isNamedPicture } from '../../../../parts/picture/named-picture.ts'
import { Counts } from './line-counts.tsx'
import { Diff } from './diff.tsx'
import { PictureChange } from './picture-change.tsx'

interface ReviewedFilesProps {
  readonly evidence: Evidence
  readonly files: readonly ReviewFile[]
  readonly change: ReviewedChange
  /** Whether a decision is open, so that comments reach an agent. */
  readonly canWrite: boolean
  /** Whether the change is merged, so that nobody has to view it. */
  readonly isMerged: boolean
}

/** The layout of the diffs, which is in the address; a narrow page has one layout. */
const useLayout = () => {
  const hasRoom = useMedia('(min-width: 1100px)')
  const [query, setQuery] = useSearchParams()
  const chosen: Layout = query.get('layout') === 'unified' ? 'unified' : 'split'
  const choose = (layout: Layout) =>
    setQuery(withParam(addressNow(), 'layout', layout).search, { replace: true, preventScrollReset: true })
  return hasRoom ? { layout: chosen, choose } : { layout: 'unified' as const, choose: undefined }
}

/** The files of a change: a list of links, and the lines of each file. A viewed file is folded. */
export const ReviewedFiles = ({ evidence, files: all, change, canWrite, isMerged }: ReviewedFilesProps) => {
  const words = useReviewWords()
  const { taskId, filesTruncated, patchTruncated } = evidence
  const { layout, choose } = useLayout()
  const { isViewed, toggle } = useViewedFiles(taskId)
  const beside = useLineNotes(evidence, all, canWrite)
  const ordered = useMemo(() => inReadingOrder(all, beside.own), [all, beside.own])
  const { shown: files, field, isNone } = useFilter(ordered, { textOf: ({ name }) => name, label: words.filter })
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const isOpen = (file: ReviewFile) => folds[file.name] ?? (isMerged || !isViewed(file))
  const fold = (file: ReviewFile, isNowOpen: boolean) => setFolds((before) => ({ ...before, [file.name]: isNowOpen }))
  const view = (file: ReviewFile) => {
    fold(file, isViewed(file))
    toggle(file)
  }
  // Links of other pages count the files in the order of the change.
  const places = useMemo(() => new Map(all.map(({ name }, at) => [name, at])), [all])
  const idOf = (file: ReviewFile | undefined) => `file-${places.get(file?.name ?? '') ?? ''}`
  useReviewKeys((at) => !isMerged && files[at] && view(files[at]))
  const isAnyOpen = files.some(isOpen)
  const foldAll = () =>
    setFolds((before) => ({ ...before, ...Object.fromEntries(files.map(({ name }) => [name, !isAnyOpen])) }))
  return (
    <>
      <ReviewBar
        files={all}
        isCut={filesTruncated || patchTruncated}
        findings={beside.findings}
        viewed={isMerged ? undefined : all.filter(isViewed).length}
        isAnyOpen={isAnyOpen}
        onFoldAll={all.length > 1 ? foldAll : undefined}
        field={field}
        layout={layout}
        onLayout={choose}
      />
      <div className="review-frame">
        {/* One file needs no list. */}
        {all.length === 1 ? null : (
          <FileList
            files={files}
            isViewed={isViewed}
            beside={beside.of}
            idOf={idOf}
            onGo={(file) => goTo(document.getElementById(idOf(file)))}
          />
        )}
        <div className="files">
          <SharedFindings
            shared={beside.shared}
            onGo={(path) => goTo(document.getElementById(idOf(all.find(({ name }) => name === path))))}
          />
          {isNone && files.length === 0 && all.length > 0 ? <p className="soft">{words.noneFits}</p> : null}
          {beside.elsewhere.map((comment) => (
            <Comment key={comment.id} comment={comment} isOutdated />
          ))}
          {files.map((file) => (
            <FileSection
              key={file.name}
              file={file}
              id={idOf(file)}
              change={change}
              layout={layout}
              isOpen={isOpen(file)}
              isViewed={isViewed(file)}
              onToggle={() => fold(file, !isOpen(file))}
              onView={isMerged ? undefined : () => view(file)}
              beside={beside.of(file)}
            />
          ))}
        </div>
      </div>
    </>
  )
}

interface FileListProps {
  readonly files: readonly ReviewFile[]
  readonly isViewed: (file: ReviewFile) => boolean
  readonly beside: (file: ReviewFile) => FileNotes
  readonly idOf: (file: ReviewFile) => string
  readonly onGo: (file: ReviewFile) => void
}

const icons = { added: FilePlus, deleted: FileX, modified: FileDiff, renamed: FileDiff, type_changed: FileDiff }

/** The files of a change by folder, with the viewed ones and those with findings or comments. */
const FileList = ({ files, isViewed, beside, idOf, onGo }: FileListProps) => {
  const words = useReviewWords()
  const folderOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')))
  return (
    <nav className="tree" aria-label={words.files}>
      {files.map((file, at) => {
        const folder = folderOf(file.name)
        const isNew = at === 0 || folderOf(files[at - 1]!.name) !== folder
        const Icon = isViewed(file) ? Check : icons[file.kind ?? 'modified']
        const { count: marks, asks } = beside(file)
        return (
          <div key={file.name}>
            {isNew && folder !== '' ? (
              <div className="dir cut" title={folder}>
                <bdi>{folder}</bdi>
              </div>
            ) : null}
            <a
              href={`#${idOf(file)}`}
              onClick={(event) => {
                event.preventDefault()
                onGo(file)
              }}
            >
              <Icon className={isViewed(file) ? 'i seen' : 'i'} aria-hidden="true" />
              <span className="cut" title={file.name}>
                {file.name.slice(file.name.lastIndexOf('/') + 1)}
                {isViewed(file) ? <span className="sr"> {words.viewed}</span> : null}
              </span>
              {marks > 0 ? (
                <span className={asks ? 'tag wait' : 'tag'} aria-label={words.marks(marks)}>
                  {marks}
                </span>
              ) : (
                <span className="n">{file.additions === null ? '' : `+${file.additions}`}</span>
              )}
            </a>
          </div>
        )
      })}
    </nav>
  )
}

const key = 'atelier.viewed'
/** The most tasks whose viewed files this browser stores. */
const tasksMost = 40

type ViewedFiles = Readonly<Record<string, Readonly<Record<string, string>>>>

const read = (): ViewedFiles => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as ViewedFiles
  } catch {
    return {}
  }
}

/** The files of a task that a person has viewed in this browser. A file that changed since counts as not viewed. */
const useViewedFiles = (taskId: string) => {
  const [viewed, setViewed] = useState(() => read()[taskId] ?? {})
  const isViewed = (file: ReviewFile) => viewed[file.name] === printOf(file)
  const toggle = (file: ReviewFile) => {
    const { [file.name]: before, ...others } = viewed
    const print = printOf(file)
    const next = before === print ? others : { ...others, [file.name]: print }
    setViewed(next)
    const { [taskId]: _, ...ofOthers } = read()
    const entries = [...Object.entries(ofOthers).slice(1 - tasksMost), [taskId, next] as const]
    try {
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)))
    } catch {
      // The storage is full or blocked; the page works without it.
    }
  }
  return { isViewed, toggle }
}

interface ReviewBarProps {
  readonly files: readonly ReviewFile[]
  readonly isCut: boolean
  readonly findings: number
  /** Undefined for a change that is merged. */
  readonly viewed: number | undefined
  readonly isAnyOpen: boolean
  /** Undefined for a single file. */
  readonly onFoldAll: (() => void) | undefined
  /** The filter of files, if there are many. */
  readonly field: ReactNode
  readonly layout: Layout
  /** Undefined without room for both sides. */
  readonly onLayout: ((layout: Layout) => void) | undefined
}

/** The figures of a change, a button to the next of several findings, and its layout. */
const ReviewBar = (props: ReviewBarProps) => {
  const { files, isCut, findings, viewed, isAnyOpen, onFoldAll, field, layout, onLayout } = props
  const words = useWords()
  const review = useReviewWords()
  const { number } = useFormat()
  const sum = (of: 'additions' | 'deletions') => number(files.reduce((all, file) => all + (file[of] ?? 0), 0))
  const next = () => {
    const marks = [...document.querySelectorAll('.review [data-mark]')]
    goTo(marks.find((mark) => mark.getBoundingClientRect().top > 200) ?? marks[0])
  }
  return (
    <div className="sub">
      {/* A single file has its figures in its own head. */}
      {files.length === 1 ? null : (
        <span>
          <b>{words.cycle.files(files.length)}</b>{' '}
          <span className="mono">
            +{sum('additions')} −{sum('deletions')}
          </span>
        </span>
      )}
      {findings > 1 ? (
        <span className="line">
          <TriangleAlert className="i wait" aria-hidden="true" />
          {words.cycle.findings(findings)}
          <IconButton variant="outline" icon={ArrowDown} label={review.nextFinding} onClick={next} />
        </span>
      ) : null}
      {files.length === 1 || viewed === undefined ? null : (
        <span className="quiet">{review.viewedOf(viewed, files.length)}</span>
      )}
      {isCut ? <span className="quiet">{review.cut}</span> : null}
      <span className="grow" />
      {field}
      {onFoldAll ? (
        <Button size="small" icon={isAnyOpen ? ChevronsDownUp : ChevronsUpDown} onClick={onFoldAll}>
          {isAnyOpen ? review.foldAll : review.openAll}
        </Button>
      ) : null}
      {onLayout ? (
        <span className="seg" role="group" aria-label={review.layout}>
          {(['split', 'unified'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === layout} onClick={() => onLayout(one)}>
              {review.layouts[one]}
            </button>
          ))}
        </span>
      ) : null}
    </div>
  )
}

interface FileSectionProps {
  readonly file: ReviewFile
  readonly id: string
  readonly change: ReviewedChange
  readonly layout: Layout
  readonly isOpen: boolean
  readonly isViewed: boolean
  readonly onToggle: () => void
  /** Undefined for a change that is merged. */
  readonly onView: (() => void) | undefined
  readonly beside: FileNotes
}

/** A file of a change in the review: its name, its notes and, unfolded, its lines. */
const FileSection = (props: FileSectionProps) => {
  const { file, id, isOpen, isViewed, onToggle, onView, beside } = props
  const review = useReviewWords()
  const { name, previousName } = file
  const nameStart = name.lastIndexOf('/') + 1
  const Fold = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="panel file" id={id} aria-label={name} tabIndex={-1}>
      <div className="bar">
        <button type="button" className="fold" aria-expanded={isOpen} onClick={onToggle}>
          <Fold className="i" aria-hidden="true" />
          <span className="mono path" title={previousName === undefined ? name : `${previousName} → ${name}`}>
            <bdi>
              {previousName === undefined ? null : <span className="quiet">{previousName} → </span>}
              {name.slice(0, nameStart)}
              <b>{name.slice(nameStart)}</b>
            </bdi>
          </span>
        </button>
        <Counts file={file} />
        <span className="grow" />
        {onView ? (
          <Button size="small" icon={isViewed ? Check : Eye} onClick={onView}>
            {isViewed ? review.viewed : review.view}
          </Button>
        ) : null}
      </div>
      {beside.head.length === 0 ? null : <div className="head-notes">{beside.head}</div>}
      {isOpen ? <Change {...props} /> : null}
    </section>
  )
}

const Change = ({ file, change, layout: chosen, beside: { notes, marked, onComment } }: FileSectionProps) => {
  const words = useReviewWords()
  // One side of a new or deleted file would be empty.
  const layout = file.kind === 'added' || file.kind === 'deleted' ? 'unified' : chosen
  const beside = { notes, marked, onComment }
  // A delivery without a repository of the project's own cannot be read from one.
  if (file.isBinary && file.kind && isNamedPicture(file.path)) return <PictureChange file={file} change={change} />
  if (file.isBinary) return <p className="pad soft">{words.binary}</p>
  if (file.lines?.length === 0) return <p className="pad soft">{words.noLines}</p>
  if (file.lines) return <Diff path={file.name} lines={file.lines} layout={layout} {...beside} />
  return (
    <MissingLines file={file} change={change}>
      {(lines) => <Diff path={file.name} lines={lines} layout={layout} {...beside} />}
    </MissingLines>
  )
}
