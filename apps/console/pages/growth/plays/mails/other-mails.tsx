import { discardGrowthMessage, listGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { Button } from '../../../../parts/button.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { PartialRows } from '../../../../parts/partial-rows.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'
import { beginningOf, MailFailure, MailLine } from './mail-line.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { GrowthMail } from './marked-text.ts'
import '../../../../parts/waiting-row.css'

interface OtherMailsProps {
  readonly play: Play
  readonly status: 'approved' | 'sent' | 'refused'
}

/** Mails that need no decision: approved ones can still be discarded. */
export const OtherMails = ({ play, status }: OtherMailsProps) => {
  const words = useGrowthMailWords()
  const { rows, ...rest } = usePages(listGrowthMessages, {
    params: { projectId: play.growthProjectId },
    query: { playId: play.id, status },
  })
  return (
    <Section title={words.filters[status]}>
      <div className="panel rows">
        {rows.length === 0 ? <Empty title={words.noneOf[status]} text={words.noneOfText[status]} /> : null}
        <PartialRows rows={rows} rest={rest}>
          {(mail) => <OtherMail key={mail.id} mail={mail} isHeld={play.status !== 'active'} />}
        </PartialRows>
      </div>
    </Section>
  )
}

interface OtherMailProps {
  readonly mail: GrowthMail
  readonly isHeld: boolean
}

const OtherMail = ({ mail, isHeld }: OtherMailProps) => {
  const words = useGrowthMailWords()
  const discard = useOperation(discardGrowthMessage)
  return (
    <article className="waiting-row rows-cheap">
      <MailLine mail={mail} isHeld={isHeld} isOpen />
      {mail.status === 'approved' ? (
        <Button
          size="small"
          title={words.discardMeans}
          aria-label={`${words.discard}: ${words.to(mail.leadName, mail.leadAddress)}`}
          isPending={discard.isPending}
          onClick={() => discard.mutate({ params: { messageId: mail.id } })}
        >
          {words.discard}
        </Button>
      ) : null}
      <div className="inside mail-inside">
        <MailFailure failure={mail.failure} />
        <details>
          <summary className="quiet" dir="auto">
            {beginningOf(mail)}
          </summary>
          <div className="stack">
            <MailPreview mail={mail} />
          </div>
        </details>
        <PlayRefusal error={discard.error} />
      </div>
    </article>
  )
}
