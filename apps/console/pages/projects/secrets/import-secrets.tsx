import Upload from 'lucide-react/icons/upload'
import { useRef, type ReactNode } from 'react'
import { importProjectSecretFiles } from '../../../../../domains/code/secrets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useChange } from '../../../api/use-change.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFiles } from '../../../parts/forms/choose-files.tsx'
import { base64Of } from '../../../parts/files/base64.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDrop } from '../../../parts/forms/use-drop.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import '../../../parts/scan/scan.css'

const importFiles = async (projectId: string, files: readonly File[]) => {
  const encoded = await Promise.all(
    files.map(async (file) => ({ path: file.name, contentBase64: await base64Of(file) })),
  )
  return call(importProjectSecretFiles, { params: { projectId }, body: { files: encoded } })
}

interface ImportSecretsProps {
  readonly projectId: string
  /** The button beside, which adds one secret by a form. */
  readonly children: ReactNode
}

/** Imports files with secrets, dropped or chosen, and shows the result of each file. */
export const ImportSecrets = ({ projectId, children }: ImportSecretsProps) => {
  const words = useProjectWords().secrets
  const input = useRef<HTMLInputElement>(null)
  const importing = useChange((files: readonly File[]) => importFiles(projectId, files), {
    calls: [importProjectSecretFiles],
  })
  const take = (files: FileList | null) => {
    if (files && files.length > 0) importing.mutate(Array.from(files))
  }
  const { isOver, handlers } = useDrop(({ files }) => take(files))
  return (
    <div className="scan secret-drop">
      <div role="group" aria-label={words.importLabel} className={isOver ? 'drop over' : 'drop'} {...handlers}>
        <p className={importing.isPending ? undefined : 'drop-idle'}>
          {importing.isPending ? words.importing : words.drop}
        </p>
        {children}
        <Button icon={Upload} isPending={importing.isPending} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        <ChooseFiles ref={input} label={words.choose} onFiles={take} />
      </div>
      <Refusal error={importing.error} />
      {importing.data ? <Outcome imported={importing.data} /> : null}
    </div>
  )
}

const Outcome = ({ imported: { files, skipped } }: { readonly imported: Reply<typeof importProjectSecretFiles> }) => {
  const words = useProjectWords().secrets
  return (
    <div className={skipped.length > 0 ? 'note wait' : 'note good'} role="status">
      <ul>
        {files.map(({ path, entryCount }) => (
          <li key={path}>
            <span className="mono">{path}</span>: {words.imported(entryCount)}
          </li>
        ))}
        {skipped.map(({ path, rule, line }) => (
          <li key={`skipped ${path}`}>
            <span className="mono">{path}</span>: {words.skipped(rule, line)}
          </li>
        ))}
      </ul>
    </div>
  )
}
