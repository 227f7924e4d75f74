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
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthPlayWords } from '../../../words/growth-plays/index.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { byState } from '../plays/list/play-order.ts'
import { PlayTable } from '../plays/list/play-table.tsx'
import { BrainSection } from './brain-section.tsx'
import { prefetchFigures, ProjectFigures } from './project-figures.tsx'

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
  const input = inputOf(useParams().growthProjectId!)
  const project = useReply(getGrowthProject, input)
  useLateReply(getGrowthProject, input, { refetchInterval: isAtWork(project.lastRun?.status) ? lookEveryMs : false })
  useTitle(project.name, words.title)
  return (
    <GrowthFrame project={project} isWide>
      <Head title={project.name} text={project.websiteUrl} actions={<Acts project={project} />} />
      <div className="stack">
        <ResearchNote run={project.lastRun} />
        <ProjectFigures project={project} />
      </div>
      <PlayList project={project} />
      {project.brain === null ? (
        <Section title={words.brain}>
          <div className="panel">
            <Empty title={words.noBrain} text={words.noBrainText} />
          </div>
        </Section>
      ) : (
        <BrainSection key={project.brain.version} project={project} brain={project.brain} />
      )}
      <ResearchSection run={project.lastRun} />
    </GrowthFrame>
  )
}

const Acts = ({ project }: { readonly project: Project }) => {
  const words = useGrowthProjectWords()
  const start = useOperation(startGrowthRun)
  const archive = useOperation(archiveGrowthProject)
  const unarchive = useOperation(unarchiveGrowthProject)
  const input = inputOf(project.id)
  const isBusy = isAtWork(project.lastRun?.status)
  return (
    <>
      <Refusal error={start.error ?? archive.error ?? unarchive.error} />
      {project.archivedAt === null ? (
        <>
          <Button disabled={isBusy} isPending={start.isPending} onClick={() => start.mutate({ ...input, body: {} })}>
            {words.readAgain}
          </Button>
          <Button disabled={isBusy} isPending={archive.isPending} onClick={() => archive.mutate(input)}>
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

const PlayList = ({ project: { id, plays } }: { readonly project: Project }) => {
  const words = useGrowthPlayWords()
  if (plays.length === 0) return null
  return (
    <Section title={words.title}>
      <PlayTable plays={plays.toSorted(byState).slice(0, shownPlays)} />
      {plays.length > shownPlays ? <Link to={paths.growthPlays(id)}>{words.allPlays}</Link> : null}
    </Section>
  )
}

interface RunProps {
  readonly run: Project['lastRun']
}

// The website of a project cannot be changed.
const addressFailures: ReadonlySet<string> = new Set(['website_unreachable', 'website_leads_elsewhere'])

/** Research that failed: nothing is known of the company before it is read. */
const ResearchNote = ({ run }: RunProps) => {
  const words = useGrowthProjectWords()
  if (run?.failure == null) return null
  return (
    <div className="note wait" role="status">
      <Glyph name="wait" />
      <div className="stack-8">
        <p dir="auto">{`${words.failures[run.failure.code]} ${run.failure.message}`}</p>
        {addressFailures.has(run.failure.code) ? (
          <p>
            {words.addressFixed}{' '}
            <Link className="link" to={paths.growth}>
              {words.otherAddress}
            </Link>
          </p>
        ) : null}
      </div>
    </div>
  )
}

const ResearchSection = ({ run }: RunProps) => {
  const words = useGrowthProjectWords()
  const { dollars, whole } = useFormat()
  const facts = run && [
    words.statuses[run.status],
    words.pages(run.pagesRead, run.pagesSkipped),
    ...(run.status === 'finished' ? [words.statements(run.statementsWritten, run.statementsDropped)] : []),
    words.cost(dollars(run.costUsd)),
  ]
  return (
    <Section title={words.research}>
      <p className="quiet" title={run ? whole(run.createdAt) : undefined} role="status">
        {facts?.join(' ') ?? words.neverRead}
      </p>
    </Section>
  )
}
