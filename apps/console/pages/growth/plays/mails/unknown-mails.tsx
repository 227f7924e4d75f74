import { listGrowthMessages, resolveGrowthMessage } from '../../../../../../domains/growth/messages/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import type { Play } from '../play.ts'
import { MailFailure, MailLine } from './mail-line.tsx'
import type { GrowthMail } from './marked-text.ts'
import '../../../../parts/list/waiting-row.css'

/** Mails that may have gone out: a person records whether they did. */
export const UnknownMails = ({ play }: { readonly play: Play }) => {
  const words = useGrowthMailWords()
  const { rows, ...rest } = usePages(listGrowthMessages, {
    params: { projectId: play.growthProjectId },
    query: { playId: play.id, status: 'unknown' },
  })
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
  const say = (delivered: boolean) => resolve.mutate({ params: { messageId: mail.id }, body: { delivered } })
  const of = words.to(mail.leadName, mail.leadAddress)
  return (
    <article className="waiting-row">
      <MailLine mail={mail} />
      <div className="inside">
        <MailFailure failure={mail.failure} />
        <PlayRefusal error={resolve.error} />
        <div className="line wrap">
          <Button
            size="small"
            aria-label={`${words.delivered}: ${of}`}
            isPending={resolve.isPending}
            onClick={() => say(true)}
          >
            {words.delivered}
          </Button>
          <Button
            size="small"
            aria-label={`${words.notDelivered}: ${of}`}
            isPending={resolve.isPending}
            onClick={() => say(false)}
          >
            {words.notDelivered}
          </Button>
        </div>
      </div>
    </article>
  )
}
