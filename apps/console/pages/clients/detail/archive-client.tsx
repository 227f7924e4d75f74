import { archiveClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { Section } from '../../../parts/section.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** Ends the work with a customer; their projects stay. */
export const ArchiveSection = ({
  account: { id, name },
}: {
  account: { readonly id: string; readonly name: string }
}) => {
  const words = useSettingsWords().clients
  return (
    <Section title={words.archive} text={words.archiveText}>
      <div className="panel pad">
        <ConfirmButton
          variant="danger"
          label={words.archiveAct}
          operation={archiveClientAccount}
          input={{ params: { id } }}
          title={words.archiveTitle(name)}
          keep={words.keep}
          typed={{ label: words.archiveType(name), text: name }}
        >
          <p>{words.archiveMeans}</p>
        </ConfirmButton>
      </div>
    </Section>
  )
}
