import { useState } from 'react'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { playNeeds, type NeedState, type PlayNeed, stateOfNeed } from '../../../../../../domains/growth/plays/rules.ts'
import { useOperation, useLateReply } from '../../../../api/use-operation.ts'
import { useFormat } from '../../../../format.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { Fold } from '../../../../parts/fold.tsx'
import { Glyph, type GlyphName } from '../../../../parts/text/glyph.tsx'
import { Section } from '../../../../parts/section.tsx'
import { useThings } from '../../../../parts/story/use-names.ts'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { useRole } from '../../../../api/use-role.ts'
import { PlayRefusal, type Play, type PlayRead } from '../play.tsx'
import { listGrowthMailboxes } from '../../../../../../domains/growth/mailboxes/contract.ts'
import { startGrowthDrafts } from '../../../../../../domains/growth/drafts/contract.ts'
import { isWriting } from '../../../../../../domains/growth/drafts/rules.ts'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { Progress } from '../../../../parts/feedback/progress.tsx'

const order: readonly NeedState[] = ['missing', 'unchecked', 'met']
const glyphs: Readonly<Record<NeedState, GlyphName>> = { met: 'good', missing: 'wait', unchecked: 'queued' }

/** A play's needs before it sends: met needs, and how to add the missing ones. */
export const LaunchSection = ({ read }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const { states, mailboxes, leads, canLaunch } = useLaunchNeeds(read)
  const { play } = read
  const isActive = play.status === 'active'
  // Missing needs come first, then needs that wait for them.
  const inOrder = playNeeds.toSorted((one, other) => order.indexOf(states[one]) - order.indexOf(states[other]))
  const shown = isActive ? inOrder.filter((name) => states[name] !== 'met') : inOrder
  if (shown.length === 0) return null
  const texts: Readonly<Record<NeedState, Readonly<Partial<Record<PlayNeed, string>>>>> = {
    met: {
      ...words.has,
      acknowledgement: '',
      steps: words.has.steps(play.steps.length),
      mailbox: words.has.mailbox(mailboxes),
      leads: words.has.leads(leads),
    },
    missing: words.lacks,
    unchecked: words.unchecked,
  }
  return (
    <Section
      title={isActive ? words.missingTitle : words.launchTitle}
      text={!isActive && canLaunch && play.status === 'draft' ? words.ready : undefined}
    >
      <ul className="panel rows">
        {shown.map((name) => (
          <li key={name} className={states[name] === 'met' ? 'row person need met' : 'row person need'}>
            <Glyph name={glyphs[states[name]]} />
            <div className="who">
              <b>{words.needs[name]}</b>
              {states[name] === 'met' && name === 'acknowledgement' ? (
                <Acknowledged play={play} />
              ) : (
                <span className="quiet">
                  {states[name] === 'met' ? (
                    <NeedLink name={name} playId={play.id} text={texts.met[name]} />
                  ) : (
                    texts[states[name]][name]
                  )}
                </span>
              )}
              {states[name] === 'missing' && name === 'public_address' ? (
                <Fold title={words.how}>
                  <p className="quiet">{words.setPublicAddress}</p>
                </Fold>
              ) : null}
              {states[name] === 'missing' && name === 'acknowledgement' ? <Acknowledge play={play} /> : null}
            </div>
            {states[name] === 'missing' ? <NeedLink name={name} playId={play.id} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface NeedLinkProps {
  readonly name: PlayNeed
  readonly playId: string
  /** The text of the link, which stays if there is no link; by default the link names its target. */
  readonly text?: string | undefined
}

/** A link to a need of a play. */
const NeedLink = ({ name, playId, text }: NeedLinkProps) => {
  const words = useGrowthPlayWords()
  const ways: Partial<Record<PlayNeed, readonly [to: string, text: string]>> = {
    postal_address: [paths.growthSettings, words.goTo.postal_address],
    mailbox: [paths.growthMailboxes, words.goTo.mailbox],
    mailbox_dns: [paths.growthMailboxes, words.goTo.mailbox_dns],
    leads: [paths.growthPlayLeads(playId), words.goTo.leads],
  }
  const way = ways[name]
  return way ? <TextLink to={way[0]}>{text ?? way[1]}</TextLink> : text
}

const Acknowledged = ({ play: { acknowledgedBy, acknowledgedAt } }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const { day, whole } = useFormat()
  const person = useThings([acknowledgedBy]).get(acknowledgedBy ?? '')
  if (acknowledgedAt === null) return null
  return (
    <span className="quiet" title={whole(acknowledgedAt)} dir="auto">
      {words.has.acknowledgement(person?.title ?? words.someone, day(acknowledgedAt))}
    </span>
  )
}

const Acknowledge = ({ play }: { readonly play: Play }) => {
  const words = useGrowthPlayWords()
  const { me } = useRole()
  const [isChecked, setChecked] = useState(false)
  const update = useOperation(updateGrowthPlay)
  return (
    <div className="acknowledge">
      <label className="line">
        <input
          type="checkbox"
          name="acknowledgesGdpr"
          checked={isChecked}
          onChange={(event) => setChecked(event.target.checked)}
        />
        <span dir="auto">{words.gdpr(me.name)}</span>
      </label>
      <PlayRefusal error={update.error} />
      <div className="line wrap">
        <Button
          size="small"
          disabled={!isChecked}
          isPending={update.isPending}
          onClick={() => update.mutate({ params: { playId: play.id }, body: { acknowledgesGdpr: true } })}
        >
          {words.acknowledge}
        </Button>
        <span className="quiet">{words.gdprHint}</span>
      </div>
    </div>
  )
}

/** The needs of a play to be launched and to send, the state of each, and the figures beside them. */
export const useLaunchNeeds = ({ play, results, missing }: PlayRead) => {
  const { data } = useLateReply(listGrowthMailboxes)
  const mailboxes = (data?.mailboxes ?? []).filter(
    ({ id, status }) => status === 'connected' && (play.mailboxIds.length === 0 || play.mailboxIds.includes(id)),
  ).length
  const { leads } = results
  const states = Object.fromEntries(playNeeds.map((need) => [need, stateOfNeed(need, missing)])) as Readonly<
    Record<PlayNeed, NeedState>
  >
  return { states, mailboxes, leads: leads.new + leads.queued + leads.ended, canLaunch: missing.length === 0 }
}

/** Has the mails of the leads written, and shows how far that is. */
export const DraftsSection = ({ read: { play, results, lastDraftRun, missing } }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const start = useOperation(startGrowthDrafts)
  const isAtWork = isWriting(lastDraftRun?.status)
  const leads = results.leads.new + results.leads.queued
  const waiting = results.drafts + results.unknown
  const written = waiting + results.approved + results.sent + results.refused
  const isComplete = leads > 0 && written >= (leads + results.leads.ended) * play.steps.length
  return (
    <Section title={words.drafts} text={words.draftsText}>
      <div className="panel pad stack">
        {lastDraftRun ? <LastRun run={lastDraftRun} all={leads} /> : <p className="quiet">{words.neverWritten}</p>}
        <PlayRefusal error={start.error} />
        <div className="line wrap">
          {isComplete ? null : (
            <Button
              isPending={start.isPending}
              disabled={isAtWork || leads === 0}
              onClick={() => start.mutate({ params: { playId: play.id }, body: {} })}
            >
              {results.drafts > 0 ? words.writeAgain : words.writeDrafts}
            </Button>
          )}
          {leads === 0 ? (
            <LinkButton variant="plain" to={paths.growthPlayLeads(play.id)}>
              {words.goTo.leads}
            </LinkButton>
          ) : null}
          {waiting > 0 ? (
            <LinkButton variant={missing.length > 0 ? 'primary' : 'outline'} to={paths.growthMails(play.id)}>
              {words.review(waiting)}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </Section>
  )
}

interface LastRunProps {
  readonly run: NonNullable<PlayRead['lastDraftRun']>
  /** Leads of the play that get mails. */
  readonly all: number
}

const LastRun = ({ run, all }: LastRunProps) => {
  const words = useGrowthPlayWords()
  const { dollars, whole } = useFormat()
  const { status, leads, drafts, leadsSkipped, sentencesDropped, costUsd, failure, createdAt } = run
  const isAtWork = isWriting(status)
  const progress = words.progress(leads, Math.max(all, leads))
  const facts = [
    isAtWork ? progress : words.written(drafts, leads),
    ...(leadsSkipped > 0 ? [words.skipped(leadsSkipped)] : []),
    ...(sentencesDropped > 0 ? [words.dropped(sentencesDropped)] : []),
    words.cost(dollars(costUsd)),
  ]
  return (
    <div className="stack-8">
      <p role="status">
        <b>{words.runStatuses[status]}</b> <span title={whole(createdAt)}>{facts.join(' ')}</span>
      </p>
      {isAtWork ? <Progress label={progress} done={leads} all={Math.max(all, leads, 1)} /> : null}
      {failure === null ? null : <FailureNote message={`${words.draftFailures[failure.code]} ${failure.message}`} />}
    </div>
  )
}
