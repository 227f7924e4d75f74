import { finalizeProjectImport } from '../../../../../domains/code/imports/contract.ts'
import { useChange } from '../../../api/use-change.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { scanSource } from '../../../parts/scan/scan-source.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { importScan } from './import-form.tsx'
import { sampleFiles, sampleName } from './sample-project.ts'

/** Makes a project from a small repository that comes with the console, without any question. */
export const SampleButton = ({ onMade }: { readonly onMade: (projectId: string) => unknown }) => {
  const words = useImportWords()
  const importSample = async (_: void) => {
    const scanned = await scanSource({ folder: sampleName, files: sampleFiles() })
    return importScan(scanned, { name: sampleName, stack: 'node', takesFindings: false, isConnected: false })
  }
  const sample = useChange(importSample, {
    calls: [finalizeProjectImport],
    then: ({ projectId }) => onMade(projectId),
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
