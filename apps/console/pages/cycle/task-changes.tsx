import { useMemo, useState } from 'react'
import { useWords } from '../../words/use-words.ts'
import { EvidenceFrame } from './evidence-frame.tsx'
import { DiffLines } from './diff-lines.tsx'
import type { Evidence } from './check-table.tsx'
import { filesIn, linesOf, type DiffLine } from './patch.ts'
import type { Task } from './tasks.ts'

const openMost = 8

/** The change of a task, file by file. */
export const TaskChanges = ({ task }: { readonly task: Task }) => {
  return (
    <EvidenceFrame task={task}>
      {(evidence) => (evidence.archive ? <WholeProject archive={evidence.archive} /> : <Change evidence={evidence} />)}
    </EvidenceFrame>
  )
}

const Change = ({ evidence }: { readonly evidence: Evidence }) => {
  const words = useWords().cycle
  const { files, filesTruncated, patch, patchTruncated } = evidence
  const patches = useMemo(() => filesIn(patch ?? ''), [patch])
  return (
    <div className="changes">
      <p className="pad quiet">
        {words.files(files.length)}
        {filesTruncated || patchTruncated ? ` · ${words.tooMany}` : ''}
      </p>
      {files.map(({ path, pathBase64, kind, additions, deletions, binary }, at) => (
        <FileChange
          key={path ?? pathBase64}
          name={path ?? `base64 ${pathBase64}`}
          note={words.kinds[kind]}
          counts={binary ? '' : `+${additions ?? 0} −${deletions ?? 0}`}
          lines={patches.find((one) => one.path === path)?.lines}
          isOpen={at < openMost}
        />
      ))}
    </div>
  )
}

/** Of a project without a repository there is no change to compare: all of its files are shown. */
const WholeProject = ({ archive }: { readonly archive: NonNullable<Evidence['archive']> }) => {
  const words = useWords().cycle
  const files = useMemo(
    () => archive.files.map((file) => ({ ...file, lines: file.content === null ? undefined : linesOf(file.content) })),
    [archive],
  )
  return (
    <div className="changes">
      <p className="pad quiet">
        {words.whole}
        {archive.truncated ? ` ${words.tooMany}` : ''}
      </p>
      {files.map(({ path, pathBase64, lines }, at) => (
        <FileChange
          key={path ?? pathBase64}
          name={path ?? `base64 ${pathBase64}`}
          note=""
          counts=""
          lines={lines}
          isOpen={at < openMost}
        />
      ))}
    </div>
  )
}

interface FileProps {
  readonly name: string
  readonly note: string
  readonly counts: string
  readonly lines: readonly DiffLine[] | undefined
  readonly isOpen: boolean
}

const FileChange = ({ name, note, counts, lines, isOpen }: FileProps) => {
  const [open, setOpen] = useState(isOpen)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="path mono" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="grow" />
        <span className="quiet">{note}</span>
        <span className="mono quiet counts">{counts}</span>
      </summary>
      {open && lines ? <DiffLines lines={lines} label={name} /> : null}
    </details>
  )
}
