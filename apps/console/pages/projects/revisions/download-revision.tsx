import Download from 'lucide-react/icons/download'
import { exportProjectRevision } from '../../../../../domains/code/revisions/contract.ts'
import { Button, IconButton } from '../../../parts/forms/button.tsx'
import { ErrorBeside } from '../../../parts/feedback/refusal.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import { useFormat } from '../../../format.ts'
import { useRevisionWords } from '../../../words/revisions/index.ts'

interface DownloadProps {
  readonly project: { readonly id: string; readonly name: string }
  readonly revision: { readonly revisionId: string; readonly generation: number }
  /** A button with a word, not only an icon. */
  readonly isNamed?: boolean
}

/** Saves a revision with the history before it as a git bundle. */
export const DownloadRevision = ({ project, revision, isNamed = false }: DownloadProps) => {
  const words = useRevisionWords()
  const { number } = useFormat()
  const { revisionId, generation } = revision
  const name = `${project.name}-${generation}.bundle`
  const load = useDownload(exportProjectRevision, { name, type: 'application/octet-stream' })
  const label = words.download(number(generation))
  const start = () => load.mutate({ params: { id: project.id, revisionId } })
  return (
    <>
      <ErrorBeside error={load.error} />
      {isNamed ? (
        <Button icon={Download} isPending={load.isPending} pendingText={words.downloading} onClick={start}>
          {words.downloadThis}
        </Button>
      ) : (
        <IconButton icon={Download} label={label} title={label} disabled={load.isPending} onClick={start} />
      )}
    </>
  )
}
