import { useParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { Fact } from '../../../parts/text/fact.tsx'
import { getGrowthThread, sendGrowthReply } from '../../../../../domains/growth/inbox/contract.ts'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthInboxWords } from '../../../words/growth-inbox/index.ts'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { factOf, leadName } from '../leads/lead-facts.ts'
import { MailRow } from './mail-row.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useCountryName } from '../../../parts/text/use-country-name.ts'
import { useSourceOf } from '../leads/lead-known.tsx'
import { listGrowthMessages } from '../../../../../domains/growth/messages/contract.ts'
import { usePages } from '../../../api/use-pages.ts'
import { DecideMail } from '../plays/mails/mail-decisions.tsx'
import { inSequence } from '../plays/mails/in-sequence.ts'
import { MailList } from '../plays/mails/mail-list.tsx'
import './inbox.css'
import '../plays/mails/mails.css'

const inputOf = (leadId: string) => ({ params: { leadId } })

const projectInput = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getGrowthProject, projectInput(params.growthProjectId!))
  return prefetch(getGrowthThread, inputOf(params.leadId!))
}

/** Every mail to and from a lead, the drafts behind them, and the box for a reply. */
export default function ThreadPage() {
  const words = useGrowthInboxWords()
  const leadWords = useGrowthLeadWords()
  const { growthProjectId, leadId } = useParams()
  const project = useReply(getGrowthProject, projectInput(growthProjectId!))
  const { lead, messages } = useReply(getGrowthThread, inputOf(leadId!))
  const mails = messages.filter(({ status }) => status !== 'draft')
  const title = leadName(lead)
  const company = factOf(lead, 'company')
  const play = project.plays.find(({ id }) => id === lead.growthPlayId)
  const hasDrafts = messages.some(({ status }) => status === 'draft')
  useTitle(title, words.title, project.name)
  const canReply =
    lead.optedOutAt === null &&
    messages.some(({ status }) => status === 'sent') &&
    !messages.some(({ needsDecision }) => needsDecision)
  return (
    <GrowthFrame
      project={project}
      inside={[
        mails.length === 0
          ? { name: leadWords.title, to: paths.growthLeads(project.id) }
          : { name: words.title, to: paths.growthInbox(project.id) },
        { name: title },
      ]}
      isOfLeads={mails.length === 0}
      isWide
    >
      <Head
        title={company === undefined ? title : `${title}, ${company}`}
        text={words.state(mails.length, hasDrafts)}
      />
      <div className="thread-sides">
        <div>
          {lead.optedOutAt === null && mails.length === 0 ? null : (
            <Section title={words.thread} text={lead.optedOutAt === null ? undefined : words.optedOut}>
              <ul className="panel rows">
                <PartialRows rows={mails}>
                  {(message) => (
                    <MailRow
                      key={message.id}
                      message={message}
                      name={title}
                      endedByRule={lead.optOutMessageId === message.id}
                    />
                  )}
                </PartialRows>
              </ul>
            </Section>
          )}
          {hasDrafts ? (
            <ThreadDrafts
              projectId={growthProjectId!}
              leadId={lead.id}
              isHeld={play !== undefined && play.status !== 'active'}
            />
          ) : null}
          {canReply ? <ReplySection leadId={lead.id} /> : null}
        </div>
        <LeadAside lead={lead} play={play} />
      </div>
    </GrowthFrame>
  )
}

/** Answers a lead. The typed text stays until it is sent. */
const ReplySection = ({ leadId }: { readonly leadId: string }) => {
  const words = useGrowthInboxWords()
  const form = useForm(sendGrowthReply, {
    name: `growth-reply.${leadId}`,
    input: { params: { leadId } },
    saved: { body: '' },
  })
  return (
    <Section title={words.reply} text={words.replyText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="body" label={words.body} isLong rows={6} />
        <p role="status">{form.data ? words.results[form.data.status] : ''}</p>
        <FormFoot of={form} verb={words.send} />
      </Form>
    </Section>
  )
}

type Lead = Reply<typeof getGrowthThread>['lead']

interface LeadAsideProps {
  readonly lead: Lead
  /** Undefined for a lead that is in no play. */
  readonly play: Reply<typeof getGrowthProject>['plays'][number] | undefined
}

/** The play of a lead and its facts, beside its mails. */
const LeadAside = ({ lead: { address, domain, evidence }, play }: LeadAsideProps) => {
  const words = useGrowthInboxWords()
  const { fields } = useGrowthLeadWords()
  const nameOfCountry = useCountryName()
  const sourceOf = useSourceOf()
  const facts = evidence.filter(({ field }) => field !== 'email' && field !== 'domain')
  const sources = [...new Set(facts.map(sourceOf))]
  return (
    <Section title={words.about}>
      <dl className="kv panel pad">
        <Fact name={words.play}>
          {play === undefined ? null : <TextLink to={paths.growthPlay(play.id)}>{play.name}</TextLink>}
        </Fact>
        <Fact name={address === null ? fields.domain : fields.email}>{address ?? domain}</Fact>
        {facts.map((fact) => (
          <Fact key={fact.field} name={fields[fact.field]}>
            {fact.field === 'country' ? nameOfCountry(fact.value) : fact.value}
            {sources.length > 1 ? <div className="quiet">{sourceOf(fact)}</div> : null}
          </Fact>
        ))}
        <Fact name={words.source}>{sources.length === 1 ? sources[0] : null}</Fact>
      </dl>
    </Section>
  )
}

interface ThreadDraftsProps {
  readonly projectId: string
  readonly leadId: string
  /** Whether the play of the lead sends nothing now. */
  readonly isHeld: boolean
}

/** The drafts for a lead, each decided about where its thread is read; nothing without any. */
const ThreadDrafts = ({ projectId, leadId, isHeld }: ThreadDraftsProps) => {
  const words = useGrowthInboxWords()
  const { rows, ...rest } = usePages(listGrowthMessages, { params: { projectId }, query: { leadId, status: 'draft' } })
  if (rows.length === 0) return null
  return (
    <Section title={words.drafts}>
      <MailList mails={inSequence(rows)} rest={rest} isInThread isHeld={isHeld}>
        {(mail, goOn) => <DecideMail key={mail.id} mail={mail} isInThread onDecided={goOn} />}
      </MailList>
    </Section>
  )
}
