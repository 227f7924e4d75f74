import type { listProjects } from '../../../../domains/code/projects/contract.ts'
import { proposeCycle } from '../../../../domains/delivery/planning/contract.ts'
import { Button } from '../../parts/forms/button.tsx'
import { DraftField } from '../../parts/forms/draft-field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { FormFoot } from '../../parts/forms/form-foot.tsx'
import { useFields } from '../../parts/forms/use-form.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { sampleChange, sampleName } from '../projects/new/sample-project.ts'
import { canStart } from '../projects/cycles/can-start.ts'
import { usePropose } from '../projects/cycles/new/use-propose-cycle.ts'
import { useState } from 'react'
import { ScanField } from '../../parts/scan/scan-field.tsx'
import type { Scanned } from '../../parts/scan/scan-source.ts'
import { ImportForm, SampleButton } from '../projects/new/import-form.tsx'

interface ChangeStepProps {
  readonly project: Reply<typeof listProjects>[number]
  /** Whether the change is carried out by the offline model, which reads only blocks. */
  readonly isOffline: boolean
}

/** The first change, in a sentence; its first line becomes the title. */
export const ChangeStep = ({ project: { id, name }, isOffline }: ChangeStepProps) => {
  const words = useFirstWords()
  const form = useFields(proposeCycle, { name: `first.${id}`, saved: { description: '' } })
  const { mutate, error, isPending } = usePropose(id, form.clear)
  const mayStart = canStart(!isOffline, form.fields.description)
  const description = form.fields.description.trim()
  const submit = () =>
    form.sendTo(() => mutate({ title: description.split('\n')[0]!.slice(0, 200), description, isDraft: false }))
  return (
    <Form className="stack-16" error={error} onSubmit={submit}>
      <DraftField
        draft={form}
        field="description"
        label={words.label}
        hint={isOffline ? words.hintOffline : words.hint}
        isLong
        rows={4}
      />
      <FormFoot of={{ error, isPending }} verb={words.begin} pendingText={words.beginning} isDisabled={!mayStart}>
        {name === sampleName ? (
          <Button isPending={isPending} onClick={() => form.set('description', sampleChange)}>
            {words.example}
          </Button>
        ) : null}
      </FormFoot>
    </Form>
  )
}

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
        <SampleButton variant={newest ? 'outline' : 'primary'} onMade={onChosen} />
        <span className="quiet">{words.sample}</span>
      </div>
      {newest ? (
        <div className="stack-8">
          <Button variant="primary" isFullWidth title={newest.name} onClick={() => onChosen(newest.id)}>
            <span className="cut" dir="auto">
              {words.goOn(newest.name)}
            </span>
          </Button>
          <span className="quiet">{words.goOnText}</span>
        </div>
      ) : null}
    </div>
  )
}
