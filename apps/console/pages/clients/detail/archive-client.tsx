import { useState } from 'react'
import { archiveClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Section } from '../../../parts/section.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** Ends the work with a customer; their projects stay. */
export const ArchiveSection = ({
  account: { id, name },
}: {
  account: { readonly id: string; readonly name: string }
}) => {
  const words = useSettingsWords().clients
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const archive = useOperation(archiveClientAccount, {
    then: () => setConfirmOpen(false),
  })
  return (
    <Section title={words.archive} text={words.archiveText}>
      <div className="panel pad">
        <Button variant="danger" onClick={() => setConfirmOpen(true)}>
          {words.archiveAct}
        </Button>
      </div>
      {isConfirmOpen ? (
        <Confirm
          title={words.archiveTitle(name)}
          verb={words.archiveAct}
          keep={words.keep}
          error={archive.error}
          isBusy={archive.isPending}
          onClose={() => setConfirmOpen(false)}
          typed={{ label: words.archiveType(name), text: name }}
          onConfirm={() => archive.mutate({ params: { id } })}
        >
          <p>{words.archiveMeans}</p>
        </Confirm>
      ) : null}
    </Section>
  )
}
