import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMedia } from '../../../../parts/use-media.ts'
import { withParam } from '../../../../paths.ts'
import { Comment } from './line-comment.tsx'
import { FileList } from './file-list.tsx'
import { FileSection } from './file-section.tsx'
import type { ReviewedChange } from './missing-lines.tsx'
import { ReviewBar } from './review-bar.tsx'
import type { Evidence, ReviewFile } from './review-files.ts'
import type { Layout } from './diff-rows.ts'
import { useLineNotes } from './use-line-notes.tsx'
import { goTo, useReviewKeys } from './use-review-keys.ts'
import { useViewedFiles } from './use-viewed-files.ts'

interface ReviewedFilesProps {
  readonly evidence: Evidence
  readonly files: readonly ReviewFile[]
  readonly of: ReviewedChange
  /** Whether a person is asked to decide, so that comments lead somewhere. */
  readonly canWrite: boolean
}

const useLayout = () => {
  const hasRoom = useMedia('(min-width: 1100px)')
  const [query, setQuery] = useSearchParams()
  const chosen: Layout = query.get('layout') === 'unified' ? 'unified' : 'split'
  return {
    layout: hasRoom ? chosen : ('unified' as const),
    choose: hasRoom
      ? (layout: Layout) =>
          setQuery(withParam(query, 'layout', layout).search, { replace: true, preventScrollReset: true })
      : undefined,
  }
}

/** The files of a change: a list to go by, and each with its lines. One that was viewed is folded. */
export const ReviewedFiles = ({ evidence, files, of, canWrite }: ReviewedFilesProps) => {
  const { taskId, filesTruncated, patchTruncated } = evidence
  const { layout, choose } = useLayout()
  const { isViewed, toggle } = useViewedFiles(taskId)
  const beside = useLineNotes(evidence, files, canWrite)
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const isOpen = (file: ReviewFile) => folds[file.name] ?? !isViewed(file)
  const fold = useCallback(
    (file: ReviewFile, isNowOpen: boolean) => setFolds((before) => ({ ...before, [file.name]: isNowOpen })),
    [],
  )
  const view = (file: ReviewFile) => {
    fold(file, isViewed(file))
    toggle(file)
  }
  useReviewKeys((at) => files[at] && view(files[at]))
  return (
    <>
      <ReviewBar
        files={files}
        isCut={filesTruncated || patchTruncated}
        findings={beside.findings}
        viewed={files.filter(isViewed).length}
        layout={layout}
        onLayout={choose}
      />
      <div className="review-frame">
        <FileList
          files={files}
          isViewed={isViewed}
          marksOf={(file) => beside.of(file).count}
          onGo={(at) => goTo(document.getElementById(`file-${at}`))}
        />
        <div className="files">
          {beside.elsewhere.map((comment) => (
            <Comment key={comment.id} comment={comment} isOutdated />
          ))}
          {files.map((file, at) => (
            <FileSection
              key={file.name}
              file={file}
              at={at}
              of={of}
              layout={layout}
              isOpen={isOpen(file)}
              isViewed={isViewed(file)}
              onToggle={() => fold(file, !isOpen(file))}
              onView={() => view(file)}
              beside={beside.of(file)}
            />
          ))}
        </div>
      </div>
    </>
  )
}
