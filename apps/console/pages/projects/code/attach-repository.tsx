import { useState } from 'react'
import { findingsToReview } from '../../../../../domains/code/imports/rules.ts'
import { attachProjectRepo } from '../../../../../domains/code/repositories/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { ScanField } from '../../../parts/scan/scan-field.tsx'
import type { Scanned } from '../../../parts/scan/scan-source.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useProjectWords } from '../../../words/project/index.ts'

const ways = ['upload', 'empty', 'host'] as const

interface RepositoryInputs {
  readonly way: (typeof ways)[number]
  readonly label: string
  readonly fullName: string
}

/** The key under which this tab stores the typed values for another repository of a project. */
export const typedRepository = (projectId: string) => `repository.${projectId}`

/** Attaches a repository: an upload, a new repository, or a code host's repository by its name. */
export const AttachRepository = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const words = useProjectWords().repositories
  const draft = useDraft<RepositoryInputs>(typedRepository(id), { way: 'upload', label: '', fullName: '' })
  const { set } = draft
  const { way, label, fullName } = draft.fields
  const [scanned, setScanned] = useState<Scanned>()
  const attach = useOperation(attachProjectRepo, {
    then: () => {
      draft.clear()
      onDone()
    },
  })
  const findings = scanned ? findingsToReview(scanned.scan) : 0
  const isReady = way === 'empty' || (way === 'upload' ? scanned !== undefined : fullName.trim() !== '')
  const submit = () => {
    if (!isReady) return
    const ownLabel = label.trim() === '' ? {} : { label: label.trim() }
    const what = {
      upload: { scanId: scanned?.scan.id ?? '' },
      empty: { empty: true } as const,
      host: { fullName: fullName.trim() },
    }[way]
    attach.mutate({ params: { id }, body: { ...ownLabel, ...what } })
  }
  return (
    <Form className="panel pad attach" error={attach.error} onSubmit={submit}>
      <div className="seg" role="group" aria-label={words.way}>
        {ways.map((one) => (
          <button key={one} type="button" aria-pressed={one === way} onClick={() => set('way', one)}>
            {words.ways[one]}
          </button>
        ))}
      </div>
      {way === 'upload' && !scanned ? (
        <ScanField
          onScanned={(found) => {
            setScanned(found)
            set('label', found.name)
          }}
        />
      ) : null}
      {way === 'upload' && scanned ? (
        <p className={findings > 0 ? 'note wait' : 'note'}>
          {words.scanned({ commitSha: scanned.scan.commitSha, findingsTotal: findings })}
        </p>
      ) : null}
      {way === 'host' ? (
        <DraftField draft={draft} field="fullName" label={words.fullName} hint={words.fullNameHint} />
      ) : null}
      <DraftField draft={draft} field="label" label={words.label} hint={words.labelHint} maxLength={100} />
      <FormFoot of={attach} verb={words.attach} pendingText={words.attaching} isDisabled={!isReady} />
    </Form>
  )
}
