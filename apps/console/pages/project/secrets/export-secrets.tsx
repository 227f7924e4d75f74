import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportProjectSecrets } from '../../../../../domains/code/secrets/contract.ts'
import { open } from '../../../api/client.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { save } from '../../../parts/save-file.ts'
import { useProjectWords } from '../../../words/project/use-words.ts'

interface ExportProps {
  readonly projectId: string
  readonly sources: readonly string[]
  readonly onDone: () => void
}

/** Writes a file with its values in clear to this device, after saying what that means. */
export const ExportSecrets = ({ projectId, sources, onDone }: ExportProps) => {
  const words = useProjectWords().secrets
  const [source, setSource] = useState(sources[0] ?? '')
  const [isAsking, setAsking] = useState(false)
  const exporting = useMutation({
    mutationFn: async () => {
      const stream = await open(exportProjectSecrets, { params: { projectId }, body: { source } })
      save(await new Response(stream).blob(), source.slice(source.lastIndexOf('/') + 1))
    },
    onSuccess: onDone,
  })
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
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        {words.exportFile}
      </button>
      {isAsking ? (
        <Confirm
          {...{ title: words.exportAsk(source), verb: words.exportVerb }}
          {...{ isBusy: exporting.isPending, error: exporting.error }}
          onConfirm={() => exporting.mutate()}
          onClose={() => setAsking(false)}
        >
          {words.exportText}
        </Confirm>
      ) : null}
    </div>
  )
}
