import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFilter } from '../../../../parts/list/use-filter.tsx'
import { useMedia } from '../../../../parts/use-media.ts'
import { addressNow } from '../../../../parts/forms/address-now.ts'
import { withParam } from '../../../../paths.ts'
import { Comment } from './line-comment.tsx'
import { FileSection } from './file-section.tsx'
import type { ReviewedChange } from './missing-lines.tsx'
import { ReviewBar } from './review-bar.tsx'
import { SharedFindings } from './review-finding.tsx'
import { type Evidence, type ReviewFile, printOf } from './review-files.ts'
import { inReadingOrder } from './shared-findings.ts'
import type { Layout } from './diff-rows.ts'
import { useLineNotes, type FileNotes } from './use-line-notes.tsx'
import { goTo, useReviewKeys } from './use-review-keys.ts'
import Check from 'lucide-react/icons/check'
import FileDiff from 'lucide-react/icons/file-diff'
import FilePlus from 'lucide-react/icons/file-plus'
import FileX from 'lucide-react/icons/file-x'
import { useReviewWords } from '../../../../words/review/index.ts'

interface ReviewedFilesProps {
  readonly evidence: Evidence
  readonly files: readonly ReviewFile[]
  readonly of: ReviewedChange
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
export const ReviewedFiles = ({ evidence, files: all, of, canWrite, isMerged }: ReviewedFilesProps) => {
  const words = useReviewWords()
  const { taskId, filesTruncated, patchTruncated } = evidence
  const { layout, choose } = useLayout()
  const { isViewed, toggle } = useViewedFiles(taskId)
  const beside = useLineNotes(evidence, all, canWrite)
  const ordered = useMemo(() => inReadingOrder(all, beside.own), [all, beside.own])
  const { shown: files, field, isNone } = useFilter(ordered, { textOf: ({ name }) => name, label: words.filter })
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const isOpen = (file: ReviewFile) => folds[file.name] ?? (isMerged || !isViewed(file))
  const fold = useCallback(
    (file: ReviewFile, isNowOpen: boolean) => setFolds((before) => ({ ...before, [file.name]: isNowOpen })),
    [],
  )
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
              of={of}
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
