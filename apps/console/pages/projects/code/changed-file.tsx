import { useState, type ReactNode } from 'react'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { filesIn, type DiffLine } from '../cycles/review/parse-patch.ts'
import '../cycles/review/review.css'

interface ChangedFileProps {
  readonly file: {
    readonly path?: string
    readonly pathBase64?: string
    readonly kind: string
    readonly additions: number | null
    readonly deletions: number | null
  }
  readonly isOpenFirst?: boolean
  /** The change of the file, drawn once it is open. */
  readonly children: (name: string) => ReactNode
}

/** A changed file in one row, which unfolds its change. */
export const ChangedFile = ({ file, isOpenFirst = false, children }: ChangedFileProps) => {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const kinds = useWords().cycle.kinds as Readonly<Record<string, string>>
  const { untracked } = useProjectWords().code
  const { path, pathBase64, kind, additions, deletions } = file
  const name = path ?? `base64 ${pathBase64}`
  return (
    <details className="rows-cheap" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="row">
        <span className="path mono grow" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="m hide-s">{kinds[kind] ?? untracked}</span>
        <span className="m mono num">{additions === null ? '' : `+${additions} −${deletions ?? 0}`}</span>
      </summary>
      {isOpen ? children(name) : null}
    </details>
  )
}

interface PatchLinesProps {
  readonly change: { readonly binary: boolean; readonly patch: string | null }
  readonly children: (lines: readonly DiffLine[]) => ReactNode
}

/** The lines of a file's change, or the reason why it has none to show. */
export const PatchLines = ({ change: { binary, patch }, children }: PatchLinesProps) => {
  const words = useProjectWords().code
  const lines = patch === null ? [] : filesIn(patch).flatMap((file) => file.lines)
  if (lines.length > 0) return children(lines)
  return <p className="pad quiet">{binary ? words.binary : patch === null ? words.patchTooLong : words.onlyMode}</p>
}
