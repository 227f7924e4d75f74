import { useMutation, useQueryClient } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { useRef, type ReactNode } from 'react'
import { importProjectSecretFiles } from '../../../../../domains/code/secrets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFiles } from '../../../parts/forms/choose-files.tsx'
import { base64Of } from '../../../parts/files/base64.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDrop } from '../../../parts/forms/use-drop.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import '../../../parts/scan/scan.css'

type ImportResult = Reply<typeof importProjectSecretFiles>

const useImport = (projectId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const sent = await Promise.all(
        files.map(async (file) => ({ path: file.name, contentBase64: await base64Of(file) })),
      )
      return call(importProjectSecretFiles, { params: { projectId }, body: { files: sent } })
    },
    onSuccess: () => refreshAfter(client, importProjectSecretFiles),
  })
}

interface ImportSecretsProps {
  readonly projectId: string
  /** Another way to add a secret. */
  readonly children: ReactNode
}

/** Takes files with secrets, dropped or chosen, and shows the result for each. */
export const ImportSecrets = ({ projectId, children }: ImportSecretsProps) => {
  const words = useProjectWords().secrets
  const input = useRef<HTMLInputElement>(null)
  const importing = useImport(projectId)
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

const Outcome = ({ imported: { files, skipped } }: { readonly imported: ImportResult }) => {
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
