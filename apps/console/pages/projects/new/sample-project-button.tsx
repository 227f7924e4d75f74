import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { scanSource, type Scanned } from '../../../parts/scan/scan-source.ts'
import { useImportWords } from '../../../words/import/index.ts'
import { sampleFiles, sampleName } from './sample-project.ts'

/** Takes a small repository that comes with the console the same way as one of a person. */
export const SampleButton = ({ onScanned }: { readonly onScanned: (scanned: Scanned) => void }) => {
  const words = useImportWords()
  const scan = useMutation({
    mutationFn: () => scanSource({ folder: sampleName, files: sampleFiles() }),
    onSuccess: onScanned,
  })
  return (
    <>
      <Button isPending={scan.isPending} pendingText={words.busy} onClick={() => scan.mutate()}>
        {words.sampleButton}
      </Button>
      <Refusal error={scan.error} />
    </>
  )
}
