import { Link } from 'react-router'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { isWriting } from '../../../../../../domains/growth/drafts/rules.ts'
import { getGrowthProject, updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { playNeeds, stateOfNeed } from '../../../../../../domains/growth/plays/rules.ts'
import { getGrowthPlay, testGrowthPlay } from '../../../../../../domains/growth/sending/contract.ts'
import { useLateReply, useReply, useOperation } from '../../../../api/use-operation.ts'
import { Head } from '../../../../parts/page.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import { PlayFrame, loadPlay, playInput, usePlay, type PlayRead, PlayRefusal } from '../play.tsx'
import { DraftsSection, LaunchSection, useLaunchNeeds } from './launch-section.tsx'
import { SequenceSection } from './sequence-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useFormat } from '../../../../format.ts'
import { Section } from '../../../../parts/section.tsx'
import { SourceRow } from '../mails/source-row.tsx'
import { Button } from '../../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../../parts/forms/confirm-button.tsx'
import { useState } from 'react'
import { SelectField } from '../../../../parts/forms/field.tsx'
import { useRole } from '../../../../api/use-role.ts'

const lookEveryMs = 2_000

export const loader = loadPlay

/** A play: its needs before sending, its sequence, its drafts and its settings. */
export default function PlayPage() {
  const read = usePlay()
  const { play, lastDraftRun } = read
  const project = useReply(getGrowthProject, { params: { projectId: play.growthProjectId } })
  const refetchInterval = isWriting(lastDraftRun?.status) ? lookEveryMs : false
  useLateReply(getGrowthPlay, playInput(play.id), { refetchInterval })
  const isOpen = play.status !== 'archived' && project.archivedAt === null
  const words = useGrowthPlayWords()
  const { day } = useFormat()
  const proposedText = (
    <>
      {words.proposedText(day(play.createdAt), play.status === 'draft')}{' '}
      <TextLink to={paths.growthProject(play.growthProjectId)}>{words.openBrain}</TextLink>
    </>
  )
  return (
    <PlayFrame read={read} isWide>
      <Head
        title={play.name}
        text={<PlayState read={read} />}
        actions={isOpen ? <PlayActions read={read} /> : undefined}
      />
      <div className="play-sides">
        <div>
          {isOpen ? <LaunchSection read={read} /> : null}
          {play.evidence.length > 0 ? (
            // Why a research run proposed the play, with quotes from pages and approvals.
            <Section title={words.evidence} text={proposedText}>
              <ol className="sources panel pad">
                {play.evidence.map((citation, at) => (
                  <SourceRow key={at} citation={citation}>
                    <span dir="auto">{citation.sentence}</span>{' '}
                  </SourceRow>
                ))}
              </ol>
            </Section>
          ) : null}
        </div>
        <div>
          <SequenceSection key={play.id} play={play} isOpen={isOpen} />
          {isOpen && play.steps.length > 0 ? <DraftsSection read={read} /> : null}
          {isOpen && play.steps.length > 0 ? <TestSection read={read} /> : null}
        </div>
        <div>
          <SettingsSection play={play} isOpen={isOpen} />
        </div>
      </div>
    </PlayFrame>
  )
}

const PlayState = ({ read: { play, results, missing } }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const unchecked = playNeeds.filter((need) => stateOfNeed(need, missing) === 'unchecked').length
  const isIncomplete = play.status === 'draft' && missing.length > 0
  const isBlocked = play.status === 'active' && missing.length > 0
  const waiting = results.drafts + results.unknown
  return (
    <>
      {isIncomplete
        ? words.draftIncomplete(words.lacking(missing.length, unchecked))
        : isBlocked
          ? words.blocked(missing.length)
          : play.pauseReason === null
            ? words.states[play.status]
            : words.pauseMeans[play.pauseReason]}{' '}
      {waiting > 0 && play.status !== 'archived' ? (
        <Link className="link unbroken" to={paths.growthMails(play.id)}>
          {words.waiting(waiting)}
        </Link>
      ) : null}
    </>
  )
}

/** Launches, pauses, resumes or archives a play. */
const PlayActions = ({ read }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const { id, name, status } = read.play
  const { canLaunch } = useLaunchNeeds(read)
  const update = useOperation(updateGrowthPlay)
  const inputOf = (to: 'active' | 'paused' | 'archived') => ({ params: { playId: id }, body: { status: to } })
  return (
    <>
      {status === 'active' ? (
        <Button isPending={update.isPending} onClick={() => update.mutate(inputOf('paused'))}>
          {words.pause}
        </Button>
      ) : (
        <Button
          variant={canLaunch ? 'primary' : 'outline'}
          disabled={!canLaunch}
          isPending={update.isPending}
          onClick={() => update.mutate(inputOf('active'))}
        >
          {status === 'draft' ? words.launch : words.resume}
        </Button>
      )}
      <ConfirmButton
        variant="plain"
        label={words.archive}
        operation={updateGrowthPlay}
        input={inputOf('archived')}
        title={words.archiveTitle(name)}
        keep
      >
        <p>{words.archiveMeans}</p>
      </ConfirmButton>
      <PlayRefusal error={update.error} />
    </>
  )
}

/** Sends a mail of the sequence to the person who looks at it. */
const TestSection = ({ read: { play, missing } }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const { me } = useRole()
  const [step, setStep] = useState(1)
  const test = useOperation(testGrowthPlay)
  const hasNoMailbox = missing.includes('mailbox')
  return (
    <Section title={words.test} text={words.testText(me.email)}>
      <div className="panel pad stack">
        <div className="line wrap to-test">
          <SelectField
            label={words.testStep}
            value={step}
            onChange={(event) => {
              test.reset()
              setStep(Number(event.target.value))
            }}
          >
            {play.steps.map((_step, at) => (
              <option key={at} value={at + 1}>
                {words.step(at + 1)}
              </option>
            ))}
          </SelectField>
          <Button
            disabled={hasNoMailbox}
            isPending={test.isPending}
            pendingText={words.testing}
            onClick={() => test.mutate({ params: { playId: play.id }, body: { step } })}
          >
            {words.testAct}
          </Button>
          <p role="status">{test.data ? words.tested(test.data.to) : hasNoMailbox ? words.lacks.mailbox : ''}</p>
        </div>
        <PlayRefusal error={test.error} />
      </div>
    </Section>
  )
}
