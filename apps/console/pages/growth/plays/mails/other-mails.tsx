import { discardGrowthMessage, listGrowthMessages } from '../../../../../../domains/growth/messages/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { usePages } from '../../../../api/use-pages.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { useGrowthResultWords } from '../../../../words/growth-results/index.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import { mailsOf, type Play } from '../play.ts'
import { MailFailure } from './mail-line.tsx'
import { MailList } from './mail-list.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { GrowthMail } from './marked-text.ts'

interface OtherMailsProps {
  readonly play: Play
  readonly status: 'approved' | 'sent' | 'refused'
}

/** Mails that need no decision: approved ones can still be discarded. */
export const OtherMails = ({ play, status }: OtherMailsProps) => {
  const words = useGrowthMailWords()
  const { openPlay } = useGrowthResultWords()
  const { rows, ...rest } = usePages(listGrowthMessages, mailsOf(play, status))
  return rows.length === 0 ? (
    <div className="panel">
      <Empty title={words.noneOf[status]} text={words.noneOfText[status]}>
        {status === 'sent' && play.status !== 'active' ? (
          <LinkButton to={paths.growthPlay(play.id)}>{openPlay}</LinkButton>
        ) : null}
      </Empty>
    </div>
  ) : (
    <section aria-label={words.filters[status]}>
      <h2 className="sr">{words.filters[status]}</h2>
      <MailList mails={rows} rest={rest} isHeld={play.status !== 'active'}>
        {(mail) => <OtherMail key={mail.id} mail={mail} />}
      </MailList>
    </section>
  )
}

const OtherMail = ({ mail }: { readonly mail: GrowthMail }) => {
  const words = useGrowthMailWords()
  const discard = useOperation(discardGrowthMessage)
  return (
    <div className="stack">
      <MailFailure failure={mail.failure} />
      <MailPreview mail={mail} />
      <PlayRefusal error={discard.error} />
      <div className="line wrap">
        {mail.status === 'approved' ? (
          <Button
            title={words.discardMeans}
            isPending={discard.isPending}
            onClick={() => discard.mutate({ params: { messageId: mail.id } })}
          >
            {words.discard}
          </Button>
        ) : null}
        {mail.status === 'refused' && mail.growthPlayId !== null ? (
          <LinkButton to={paths.growthPlayLeads(mail.growthPlayId)}>{words.openLeads}</LinkButton>
        ) : null}
        <TextLink to={paths.growthThread(mail.growthProjectId, mail.leadId)}>{words.thread}</TextLink>
      </div>
    </div>
  )
}
