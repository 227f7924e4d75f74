import { listGrowthMailboxes } from '../../../../../domains/growth/mailboxes/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Empty } from '../../../parts/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { GrowthSettingsFrame } from '../growth-frame.tsx'
import { ConnectSection } from './connect-section.tsx'
import { MailboxRow } from './mailbox-row.tsx'

// Paused and failing mailboxes are here too, so that they can be resumed.
const listed = { query: { includeDisconnected: 'true' as const } }

export const loader = () => prefetch(listGrowthMailboxes, listed)

/** The mailboxes of outreach: their state, their limits, the records of their domains, and how one is connected. */
export default function MailboxesPage() {
  const words = useMailboxWords()
  const { isAdministrator } = useRole()
  const { mailboxes, providers } = useReply(listGrowthMailboxes, listed)
  useTitle(words.title)
  const shown = mailboxes.filter(({ status }) => status !== 'disconnected')
  const { isOpen, opener } = useOpener(words.connect, shown.length === 0)
  return (
    <GrowthSettingsFrame>
      <Head
        title={words.title}
        count={shown.length}
        text={isAdministrator ? (shown.length === 0 ? words.noneText : words.text) : words.readOnly}
        actions={isAdministrator && shown.length > 0 ? opener : undefined}
      />
      {isAdministrator && (shown.length === 0 || isOpen) ? <ConnectSection providers={providers} /> : null}
      {shown.length === 0 ? (
        isAdministrator ? null : (
          <div className="panel">
            <Empty title={words.none} text={words.noneText} />
          </div>
        )
      ) : (
        <Section title={words.list}>
          <div className="panel rows">
            {shown.map((mailbox) => (
              <MailboxRow key={mailbox.id} mailbox={mailbox} isAdministrator={isAdministrator} />
            ))}
          </div>
        </Section>
      )}
    </GrowthSettingsFrame>
  )
}
