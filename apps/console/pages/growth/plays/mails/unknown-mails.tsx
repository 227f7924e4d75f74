import { listGrowthMessages, resolveGrowthMessage } from '../../../../../../domains/growth/messages/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import { mailsOf, type Play } from '../play.ts'
import { MailFailure, MailLine } from './mail-line.tsx'
import type { GrowthMail } from './marked-text.ts'
import '../../../../parts/list/waiting-row.css'

/** Mails that may have gone out: a person records whether they did. */
export const UnknownMails = ({ play }: { readonly play: Play }) => {
  const words = useGrowthMailWords()
  const { rows, ...rest } = usePages(listGrowthMessages, mailsOf(play, 'unknown'))
  if (rows.length === 0) return null
  return (
    <Section title={words.unknown} text={`${words.unknownText} ${words.notDeliveredMeans}`}>
      <div className="panel rows">
        <PartialRows rows={rows} rest={rest}>
          {(mail) => <UnknownMail key={mail.id} mail={mail} />}
        </PartialRows>
      </div>
    </Section>
  )
}

const UnknownMail = ({ mail }: { readonly mail: GrowthMail }) => {
  const words = useGrowthMailWords()
  const resolve = useOperation(resolveGrowthMessage)
  const recipient = words.to(mail.leadName, mail.leadAddress)
  return (
    <article className="waiting-row">
      <MailLine mail={mail} />
      <div className="inside">
        <MailFailure failure={mail.failure} />
        <PlayRefusal error={resolve.error} />
        <div className="line wrap">
          {(['delivered', 'notDelivered'] as const).map((answer) => (
            <Button
              key={answer}
              size="small"
              aria-label={`${words[answer]}: ${recipient}`}
              isPending={resolve.isPending}
              onClick={() =>
                resolve.mutate({ params: { messageId: mail.id }, body: { delivered: answer === 'delivered' } })
              }
            >
              {words[answer]}
            </Button>
          ))}
        </div>
      </div>
    </article>
  )
}
