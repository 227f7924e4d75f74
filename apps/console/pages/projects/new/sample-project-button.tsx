import { useMutation, useQueryClient } from '@tanstack/react-query'
import { finalizeProjectImport } from '../../../../../domains/code/imports/contract.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { scanSource } from '../../../parts/scan/scan-source.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { importScan } from './import-form.tsx'
import { sampleFiles, sampleName } from './sample-project.ts'

/** Makes a project of a small repository that comes with the console. Nothing about it is left to ask. */
export const SampleButton = ({ onMade }: { readonly onMade: (projectId: string) => unknown }) => {
  const words = useImportWords()
  const client = useQueryClient()
  const sample = useMutation({
    mutationFn: async () => {
      const scanned = await scanSource({ folder: sampleName, files: sampleFiles() })
      return importScan(scanned, { name: sampleName, stack: 'node', takesFindings: false, isConnected: false })
    },
    onSuccess: async ({ projectId }) => {
      await refreshAfter(client, finalizeProjectImport)
      await onMade(projectId)
    },
  })
  return (
    <>
      <Button isPending={sample.isPending} pendingText={words.importing} onClick={() => sample.mutate()}>
        {words.sampleButton}
      </Button>
      <Refusal error={sample.error} />
    </>
  )
}
