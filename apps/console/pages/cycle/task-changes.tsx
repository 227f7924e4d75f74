import { useState } from 'react'
import { useWords } from '../../words/use-words.ts'
import { EvidenceFrame } from './evidence-frame.tsx'
import { DiffLines } from './diff-lines.tsx'
import { filesIn, type FilePatch } from './patch.ts'
import type { Task } from './tasks.ts'

const openMost = 8

/** The change of a task, file by file. */
export const TaskChanges = ({ task }: { readonly task: Task }) => {
  const words = useWords().cycle
  return (
    <EvidenceFrame task={task}>
      {({ files, filesTruncated, patch, patchTruncated }) => {
        const patches = filesIn(patch ?? '')
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
                patch={patches.find((one) => one.path === path)}
                isOpen={at < openMost}
              />
            ))}
          </div>
        )
      }}
    </EvidenceFrame>
  )
}

interface FileProps {
  readonly name: string
  readonly note: string
  readonly counts: string
  readonly patch: FilePatch | undefined
  readonly isOpen: boolean
}

const FileChange = ({ name, note, counts, patch, isOpen }: FileProps) => {
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
      {open && patch ? <DiffLines lines={patch.lines} label={name} /> : null}
    </details>
  )
}
