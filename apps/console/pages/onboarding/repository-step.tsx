import { useState } from 'react'
import type { listProjects } from '../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { Button } from '../../parts/forms/button.tsx'
import { ScanField } from '../../parts/scan/scan-field.tsx'
import type { Scanned } from '../../parts/scan/scan-source.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { ImportForm, SampleButton } from '../projects/new/import-form.tsx'

interface RepositoryStepProps {
  /** The newest project, to continue with. */
  readonly newest: Reply<typeof listProjects>[number] | undefined
  readonly onChosen: (projectId: string) => void
}

/** Brings a repository in as the page for it does: one of a person, or the sample. */
export const RepositoryStep = ({ newest, onChosen }: RepositoryStepProps) => {
  const words = useFirstWords()
  const [scanned, setScanned] = useState<Scanned>()
  if (scanned) return <ImportForm scanned={scanned} onAnother={() => setScanned(undefined)} onMade={onChosen} />
  return (
    <div className="stack-16">
      <ScanField onScanned={setScanned} />
      <div className="line wrap">
        <SampleButton onMade={onChosen} />
        <span className="quiet">{words.sample}</span>
      </div>
      {newest ? (
        <Button isFullWidth title={newest.name} onClick={() => onChosen(newest.id)}>
          <span className="cut" dir="auto">
            {words.goOn(newest.name)}
          </span>
        </Button>
      ) : null}
    </div>
  )
}
