import { useState } from 'react'
import { exportProjectSecrets } from '../../../../../domains/code/secrets/contract.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { useDownload } from '../../../parts/use-download.ts'
import { useProjectWords } from '../../../words/project/index.ts'

interface ExportProps {
  readonly projectId: string
  readonly sources: readonly string[]
  readonly onDone: () => void
}

/** Writes a file with its values in clear to this device, after explaining the consequences. */
export const ExportSecrets = ({ projectId, sources, onDone }: ExportProps) => {
  const words = useProjectWords().secrets
  const [source, setSource] = useState(sources[0] ?? '')
  const [isAsking, setAsking] = useState(false)
  const name = source.slice(source.lastIndexOf('/') + 1)
  const exporting = useDownload(exportProjectSecrets, { name, type: 'application/octet-stream', then: onDone })
  return (
    <div className="panel pad line wrap">
      <select
        className="input pick mono"
        aria-label={words.exportWhich}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      >
        {sources.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button onClick={() => setAsking(true)}>{words.exportFile}</Button>
      {isAsking ? (
        <Confirm
          title={words.exportAsk(source)}
          verb={words.exportVerb}
          isBusy={exporting.isPending}
          error={exporting.error}
          onConfirm={() => exporting.mutate({ params: { projectId }, body: { source } })}
          onClose={() => setAsking(false)}
        >
          {words.exportText}
        </Confirm>
      ) : null}
    </div>
  )
}
