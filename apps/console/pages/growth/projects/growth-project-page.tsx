import { useState } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import {
  archiveGrowthProject,
  startGrowthRun,
  unarchiveGrowthProject,
} from '../../../../../domains/growth/research/contract.ts'
import { isAtWork } from '../../../../../domains/growth/research/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useLateReply, useOperation, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { inputOf as fieldOf } from '../../../parts/forms/draft-field.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthPlayWords } from '../../../words/growth-plays/index.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { byState } from '../plays/list/play-order.ts'
import { PlayTable } from '../plays/list/play-table.tsx'
import { BrainSection } from './brain-section.tsx'
import { prefetchFigures, ProjectFigures } from './project-figures.tsx'
import { usePlayFigures, usePlaysRead } from './use-play-figures.ts'

const inputOf = (projectId: string) => ({ params: { projectId } })
const lookEveryMs = 2_000
const shownPlays = 10

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetchFigures(params.growthProjectId!)
  return prefetch(getGrowthProject, inputOf(params.growthProjectId!))
}

type Project = Reply<typeof getGrowthProject>

/** A growth project: how its mails do, its plays, and the Company brain that was read from its website. */
export default function GrowthProjectPage() {
  const words = useGrowthProjectWords()
  const playWords = useGrowthPlayWords()
  const input = inputOf(useParams().growthProjectId!)
  const project = useReply(getGrowthProject, input)
  useLateReply(getGrowthProject, input, { refetchInterval: isAtWork(project.lastRun?.status) ? lookEveryMs : false })
  usePlaysRead(project)
  useTitle(project.name, words.title)
  return (
    <GrowthFrame project={project} isWide>
      <Head
        title={project.name}
        text={
          <a className="link" href={project.websiteUrl} target="_blank" rel="noreferrer">
            {project.websiteUrl}
          </a>
        }
        actions={<ProjectActions project={project} />}
      />
      <div className="stack">
        <ResearchNote project={project} />
        <ProjectFigures project={project} />
      </div>
      {project.plays.length === 0 ? null : (
        <Section title={playWords.title}>
          <PlayTable plays={project.plays.toSorted(byState).slice(0, shownPlays)} />
          {project.plays.length > shownPlays ? (
            <Link to={paths.growthPlays(project.id)}>{playWords.allPlays}</Link>
          ) : null}
        </Section>
      )}
      {project.brain === null ? (
        <Section title={words.brain}>
          <EmptyPanel title={words.noBrain} text={words.noBrainText} />
          <LastReading run={project.lastRun} />
        </Section>
      ) : (
        <BrainSection key={project.brain.version} project={project} brain={project.brain}>
          <LastReading run={project.lastRun} />
        </BrainSection>
      )}
    </GrowthFrame>
  )
}

const ProjectActions = ({ project }: { readonly project: Project }) => {
  const words = useGrowthProjectWords()
  const { review } = useGrowthPlayWords()
  const start = useOperation(startGrowthRun)
  const archive = useOperation(archiveGrowthProject)
  const unarchive = useOperation(unarchiveGrowthProject)
  const input = inputOf(project.id)
  const isBusy = isAtWork(project.lastRun?.status)
  const waiting = usePlayFigures(project.plays)
  return (
    <>
      <Refusal error={start.error ?? archive.error ?? unarchive.error} />
      {project.archivedAt === null ? (
        <>
          {waiting?.waitingPlayId === undefined ? null : (
            <LinkButton variant="primary" to={paths.growthMails(waiting.waitingPlayId)}>
              {review(waiting.waiting)}
            </LinkButton>
          )}
          {isAddressWrong(project) ? null : (
            <Button disabled={isBusy} isPending={start.isPending} onClick={() => start.mutate({ ...input, body: {} })}>
              {words.readAgain}
            </Button>
          )}
          <Button variant="plain" disabled={isBusy} isPending={archive.isPending} onClick={() => archive.mutate(input)}>
            {words.archive}
          </Button>
        </>
      ) : (
        <Button isPending={unarchive.isPending} onClick={() => unarchive.mutate(input)}>
          {words.unarchive}
        </Button>
      )}
    </>
  )
}

/** Whether the last reading failed for the address, which a person then corrects. */
const isAddressWrong = ({ lastRun }: Pick<Project, 'lastRun'>) =>
  lastRun?.failure?.code === 'website_unreachable' || lastRun?.failure?.code === 'website_leads_elsewhere'

/** The reason that research failed, and the form to correct the address if the website was not reached. */
const ResearchNote = ({ project }: { readonly project: Project }) => {
  const words = useGrowthProjectWords()
  const [isOpen, setOpen] = useState(false)
  const failure = project.lastRun?.failure
  if (failure == null) return null
  const isCorrectable = isAddressWrong(project) && project.archivedAt === null
  return (
    <>
      <FailureNote
        message={`${words.failures[failure.code]}${project.brain === null ? '' : ` ${words.playsNeedNoBrain}`}`}
        log={failure.message}
        tone={project.brain === null ? 'bad' : 'wait'}
      >
        {isCorrectable ? (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.changeAddress}
          </Button>
        ) : null}
      </FailureNote>
      {isCorrectable && isOpen ? (
        <div className="panel pad">
          <AddressForm project={project} />
        </div>
      ) : null}
    </>
  )
}

/** Corrects the address of the website, and reads it. */
const AddressForm = ({ project: { id, websiteUrl } }: { readonly project: Project }) => {
  const words = useGrowthProjectWords()
  const form = useForm(startGrowthRun, {
    input: inputOf(id),
    saved: { websiteUrl },
    isNew: true,
    body: (typed) => ({ websiteUrl: typed.websiteUrl.trim() }),
  })
  return (
    <Form className="line wrap website-form" error={form.error} onSubmit={form.submit}>
      <TextField {...fieldOf(form, 'websiteUrl')} type="url" label={words.website} />
      <Button type="submit" isPending={form.isPending}>
        {words.readAddress}
      </Button>
      <Refusal error={form.error} />
    </Form>
  )
}

/** The last reading of the website; a failed reading is in the note at the top. */
const LastReading = ({ run }: { readonly run: Project['lastRun'] }) => {
  const words = useGrowthProjectWords()
  const { dollars, whole } = useFormat()
  if (run?.failure != null) return null
  const facts = run && [
    words.statuses[run.status],
    words.pages(run.pagesRead, run.pagesSkipped),
    ...(run.status === 'finished' ? [words.statements(run.statementsWritten, run.statementsDropped)] : []),
    words.cost(dollars(run.costUsd)),
  ]
  return (
    <p className="quiet below" title={run ? whole(run.createdAt) : undefined} role="status">
      {facts?.join(' ') ?? words.neverRead}
    </p>
  )
}
