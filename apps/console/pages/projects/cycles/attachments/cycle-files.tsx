import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useAttachmentWords } from '../../../../words/attachments/index.ts'
import { AttachmentList } from './attachment-list.tsx'
import { FileDrop } from './file-drop.tsx'
import { useAddFiles, useAttachments } from './use-attachments.ts'
import { useRef, useState, type ReactNode } from 'react'
import {
  listCycleAcceptanceTests,
  setCycleAcceptanceTests,
} from '../../../../../../domains/delivery/acceptance/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../../../api/use-operation.ts'
import { useAges } from '../../../../format.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { ChooseFiles } from '../../../../parts/forms/choose-files.tsx'
import { TextField } from '../../../../parts/forms/field.tsx'
import { useAcceptanceWords } from '../../../../words/acceptance/index.ts'
import './attachments.css'

/** The files of the proposal of a cycle, and a button to add some. */
export const CycleFiles = ({ cycleId }: { readonly cycleId: string }) => {
  const words = useAttachmentWords()
  const files = useAttachments(cycleId).filter(({ messageId }) => messageId === null)
  const add = useAddFiles(cycleId)
  return (
    <FoldedFiles title={words.title} count={files.length}>
      <p className="quiet">{words.text}</p>
      <AttachmentList files={files} />
      <FileDrop isPending={add.isPending} onFiles={(chosen) => add.mutate({ files: chosen })} />
      <Refusal error={add.error} />
    </FoldedFiles>
  )
}

type AcceptanceFile = Reply<typeof listCycleAcceptanceTests>['files'][number]

/** People's acceptance tests of a cycle, which change until a run begins; nothing for a person who may not read them. */
export const AcceptanceFiles = ({ cycleId }: { readonly cycleId: string }) => {
  const words = useAcceptanceWords()
  const { agoInWords } = useAges()
  const { data } = useLateReply(listCycleAcceptanceTests, { params: { id: cycleId } })
  if (!data || (data.frozen && data.files.length === 0)) return null
  return (
    <FoldedFiles title={words.title} count={data.files.length}>
      <p className="quiet">{data.frozen ? words.frozen : words.text}</p>
      {data.frozen ? (
        <ul>
          {data.files.map(({ path, content, givenByName, givenAt }) => (
            <li key={path}>
              <details>
                <summary>
                  <span className="mono">{path}</span>{' '}
                  <span className="quiet">{words.given(givenByName ?? words.somebody, agoInWords(givenAt))}</span>
                </summary>
                <pre className="log" tabIndex={0} aria-label={path}>
                  {content}
                </pre>
              </details>
            </li>
          ))}
        </ul>
      ) : (
        <Editor
          key={data.files.map(({ path, givenAt }) => path + givenAt).join()}
          cycleId={cycleId}
          saved={data.files}
        />
      )}
    </FoldedFiles>
  )
}

const Editor = ({ cycleId, saved }: { readonly cycleId: string; readonly saved: readonly AcceptanceFile[] }) => {
  const words = useAcceptanceWords()
  const [files, setFiles] = useState<readonly Pick<AcceptanceFile, 'path' | 'content'>[]>(saved)
  const input = useRef<HTMLInputElement>(null)
  const set = useOperation(setCycleAcceptanceTests)
  const add = async (chosen: FileList | null) => {
    const added = await Promise.all(
      Array.from(chosen ?? []).map(async (file) => ({ path: `test/${file.name}`, content: await file.text() })),
    )
    setFiles((before) => [...before, ...added])
  }
  const save = () =>
    set.mutate({ params: { id: cycleId }, body: { files: files.map(({ path, content }) => ({ path, content })) } })
  return (
    <div className="stack-16">
      {files.map(({ path }, at) => (
        <div key={at} className="line wrap">
          <TextField
            name={`files.${at}.path`}
            label={words.path(path.slice(path.lastIndexOf('/') + 1))}
            value={path}
            onChange={({ target }) =>
              setFiles(files.map((file, other) => (other === at ? { ...file, path: target.value } : file)))
            }
          />
          <Button
            size="small"
            aria-label={words.removeOf(path)}
            onClick={() => setFiles(files.filter((_file, other) => other !== at))}
          >
            {words.remove}
          </Button>
        </div>
      ))}
      <div className="line wrap">
        <Button size="small" onClick={() => input.current?.click()}>
          {words.add}
        </Button>
        <ChooseFiles ref={input} label={words.choose} onFiles={(chosen) => void add(chosen)} />
        {files === saved ? null : (
          <Button size="small" variant="primary" isPending={set.isPending} pendingText={words.saving} onClick={save}>
            {words.save}
          </Button>
        )}
        <span className="quiet">{words.limits}</span>
      </div>
      <Refusal error={set.error} />
    </div>
  )
}

interface FoldedFilesProps {
  readonly title: string
  /** The number of files; without any, the section is folded. */
  readonly count: number
  readonly children: ReactNode
}

/** A section of files of a cycle that folds to one line. */
const FoldedFiles = ({ title, count, children }: FoldedFilesProps) => (
  <section className="cycle-files" aria-label={title}>
    <details open={count > 0}>
      <summary>
        {title} {count > 0 ? <span className="quiet">{count}</span> : null}
      </summary>
      <div className="stack-8">{children}</div>
    </details>
  </section>
)
