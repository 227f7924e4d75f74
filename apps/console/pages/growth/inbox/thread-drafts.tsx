import { listGrowthMessages } from '../../../../../domains/growth/messages/contract.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Section } from '../../../parts/section.tsx'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { DecideMail } from '../plays/mails/decide-mail.tsx'
import { inSequence } from '../plays/mails/in-sequence.ts'
import { MailList } from '../plays/mails/mail-list.tsx'
import '../plays/mails/mails.css'

interface ThreadDraftsProps {
  readonly projectId: string
  readonly leadId: string
  /** Whether the play of the lead sends nothing now. */
  readonly isHeld: boolean
}

/** The drafts for a lead, each decided about where its thread is read; nothing without any. */
export const ThreadDrafts = ({ projectId, leadId, isHeld }: ThreadDraftsProps) => {
  const words = useGrowthInboxWords()
  const { rows, ...rest } = usePages(listGrowthMessages, {
    params: { projectId },
    query: { leadId, status: 'draft' },
  })
  if (rows.length === 0) return null
  return (
    <Section title={words.drafts}>
      <MailList mails={inSequence(rows)} rest={rest} isInThread isHeld={isHeld}>
        {(mail, goOn) => <DecideMail key={mail.id} mail={mail} isInThread onDecided={goOn} />}
      </MailList>
    </Section>
  )
}
