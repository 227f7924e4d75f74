import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  redeployProjectPreview,
  rollbackDeployment,
  getDeploymentLog,
} from '../../../../../domains/code/deployments/contract.ts'
import { useOperation, useLateReply, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { FailureNote } from '../../../parts/failure/failure-note.tsx'
import { Joined, joined } from '../../../parts/text/joined.tsx'
import { DeploymentThumbnail } from '../../../parts/preview-pictures/deployment-thumbnail.tsx'
import { DeploymentPictures } from '../../../parts/preview-pictures/cycle-pictures.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { latePart } from '../../../shell/late-code.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { paths, previewPath } from '../../../paths.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { useServerWords } from '../../../words/server/index.ts'
import { buildSettingsId } from './deployment-settings.tsx'
import { useGrowingRecord } from '../use-growing-record.ts'
import { deploymentLooks, type Deployment } from './deployment-looks.ts'
import { call } from '../../../api/client.ts'
import { listProjectImageBuilds } from '../../../../../domains/code/sandboxes/contract.ts'
import { Section } from '../../../parts/section.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { StateBadge } from '../../../states.ts'

const ShareLinks = latePart(async () => (await import('./share-links.tsx')).ShareLinks)

type RowPanel = 'log' | 'shares' | 'pictures'

interface DeploymentRowProps {
  readonly deployment: Deployment
  /** Whether it is the newest of its kind, whose failure is shown with its log. */
  readonly isNewest: boolean
  readonly isOpen: boolean
  /** Whether the project allows share links. */
  readonly canShare: boolean
  /** Undefined for a commit that is not among the newest revisions. */
  readonly deployed: DeployedRevision | undefined
}

/** The revision of a deployed commit. */
export interface DeployedRevision {
  readonly title: string | undefined
  readonly author: string | null
  readonly cycleId: string | null
}

/** One deployment: its version and its author, its state, its site, and its actions. */
export const DeploymentRow = ({ deployment, isNewest, isOpen, canShare, deployed }: DeploymentRowProps) => {
  const words = useDeploymentWords()
  const [openPanel, setOpenPanel] = useState<RowPanel | undefined>(isNewest && deployment.failure ? 'log' : undefined)
  const toggle = (which: RowPanel) => setOpenPanel(openPanel === which ? undefined : which)
  const { status, commitSha, createdAt, failure, expiredBecause, cycleId, projectId } = deployment
  const commit = commitSha === null ? words.noCommit : commitSha.slice(0, 8)
  const cycle = useThings([cycleId]).get(cycleId ?? '')
  const title = cycle?.title ?? deployed?.title
  const titleCycleId = cycleId ?? deployed?.cycleId
  return (
    <li className="deployment-row">
      <div className="row wrap">
        {deployment.liveAt === null ? (
          <span className="deployment-thumbnail" aria-hidden="true" />
        ) : (
          <DeploymentThumbnail
            id={deployment.id}
            onOpen={() => toggle('pictures')}
            name={words.pictures.showOf(commit)}
          />
        )}
        <State {...deploymentLooks[status]}>{words.statuses[status]}</State>
        <span className="grow what">
          <span className="t" dir="auto">
            {title === undefined ? <span className="mono">{commit}</span> : null}
            {title !== undefined && titleCycleId ? (
              <Link to={paths.cycle(projectId, titleCycleId)}>{title}</Link>
            ) : (
              title
            )}
          </span>
          <span className="m" dir="auto">
            <Joined parts={[deployed?.author, title === undefined ? null : commit, ...useFacts(deployment)]} />
          </span>
        </span>
        <Age at={createdAt} className="m num" />
        <Acts
          deployment={deployment}
          commit={commit}
          isOpen={isOpen}
          canShare={canShare && status === 'live'}
          openPanel={openPanel}
          onToggle={toggle}
        />
      </div>
      {failure ? (
        <FailureNote message={failure.message}>
          <DeployAgain deployment={deployment} commit={commit} isOpen={isOpen} />
          <LinkButton size="small" href={`#${buildSettingsId}`}>
            {words.toBuildSettings}
          </LinkButton>
        </FailureNote>
      ) : null}
      {openPanel === 'pictures' ? (
        <div className="pad">
          <DeploymentPictures id={deployment.id} isAsked />
        </div>
      ) : null}
      {openPanel === 'shares' ? (
        <Suspense fallback={<RowsSkeleton />}>
          <ShareLinks id={deployment.id} />
        </Suspense>
      ) : null}
      {openPanel === 'log' ? (
        <DeploymentLog id={deployment.id} isGrowing={status !== 'failed' && expiredBecause === null} />
      ) : null}
    </li>
  )
}

/** The facts beside the commit, in one line. */
const useFacts = (deployment: Deployment) => {
  const { status, url, expiredBecause, rollbackOf, undecided, createdAt, liveAt, build } = deployment
  const words = useDeploymentWords()
  const { worded } = useServerWords()
  const { whole, lasted } = useFormat()
  return [
    liveAt === null ? undefined : words.built(lasted(Date.parse(liveAt) - Date.parse(createdAt))),
    status === 'live' ? new URL(url).host : undefined,
    undecided ? words.undecided : expiredBecause === null ? undefined : words.expired[expiredBecause],
    status === 'live' && deployment.expiresAt !== null ? words.until(whole(deployment.expiresAt)) : undefined,
    deployment.buildRemovedAt ? words.buildRemoved : undefined,
    rollbackOf === null ? build && worded(build.foundBy) : words.rolledBack,
  ]
}

interface ActsProps extends Omit<DeploymentRowProps, 'deployed' | 'isNewest'> {
  readonly commit: string
  readonly openPanel: RowPanel | undefined
  readonly onToggle: (which: RowPanel) => void
}

const Acts = ({ deployment, commit, isOpen, canShare, openPanel, onToggle }: ActsProps) => {
  const words = useDeploymentWords()
  const { id, status, url, canRollBack, liveAt, failure } = deployment
  const rollBack = useOperation(rollbackDeployment)
  const log = {
    panel: 'log',
    label: words.logOf(commit),
    text: openPanel === 'log' ? words.hideLog : words.log,
  } as const
  const pictures = { panel: 'pictures', label: words.pictures.showOf(commit), text: words.pictures.show } as const
  const shares = { panel: 'shares', label: words.sharing.shareOf(commit), text: words.sharing.share } as const
  const toggles = [log, ...(liveAt === null ? [] : [pictures]), ...(canShare ? [shares] : [])]
  return (
    <span className="line wrap">
      {toggles.map(({ panel, label, text }) => (
        <Button
          key={panel}
          size="small"
          aria-expanded={openPanel === panel}
          aria-label={label}
          onClick={() => onToggle(panel)}
        >
          {text}
        </Button>
      ))}
      {canRollBack && isOpen ? (
        <Button
          size="small"
          aria-label={words.rollBackOf(commit)}
          isPending={rollBack.isPending}
          onClick={() => rollBack.mutate({ params: { id } })}
        >
          {words.rollBack}
        </Button>
      ) : null}
      {failure ? null : <DeployAgain deployment={deployment} commit={commit} isOpen={isOpen} />}
      {status === 'live' ? (
        <LinkButton size="small" to={previewPath(url)} target="_blank" rel="noopener" aria-label={words.openOf(commit)}>
          {words.open}
        </LinkButton>
      ) : null}
      <Refusal error={rollBack.error} />
    </span>
  )
}

/** Deploys the newest commit again; a preview of a cycle is deployed by its cycle. */
const DeployAgain = ({ deployment, commit, isOpen }: Pick<ActsProps, 'deployment' | 'commit' | 'isOpen'>) => {
  const { status, kind, projectId } = deployment
  const words = useDeploymentWords()
  const again = useOperation(redeployProjectPreview)
  if (kind === 'cycle-preview' || !isOpen || status === 'building' || status === 'deploying') return null
  return (
    <>
      <Button
        size="small"
        title={words.againHint}
        aria-label={words.againOf(commit)}
        isPending={again.isPending}
        onClick={() => again.mutate({ body: { projectId, kind } })}
      >
        {words.again}
      </Button>
      <Refusal error={again.error} />
    </>
  )
}

interface DeploymentLogProps {
  readonly id: string
  /** Whether lines may be added. */
  readonly isGrowing: boolean
}

/** The output of the build and of the running deployment; read again while it may grow. */
const DeploymentLog = ({ id, isGrowing }: DeploymentLogProps) => {
  const words = useDeploymentWords()
  const input = { params: { id } }
  const { data } = useGrowingRecord(getDeploymentLog, input, {
    read: (after) => call(getDeploymentLog, { ...input, query: after === undefined ? {} : { after } }),
    nextOf: ({ next }) => next,
    refetchInterval: isGrowing && readEveryMs,
  })
  if (!data) return null
  const log = data.pages.map(({ text }) => text).join('')
  return (
    <div className="deployment-log">
      {data.pages[0]!.isTruncated ? <p className="quiet">{words.logEarlier}</p> : null}
      <pre dir="ltr" tabIndex={0} aria-label={words.log}>
        {log === '' ? words.logEmpty : log}
      </pre>
    </div>
  )
}

const readEveryMs = 2_000

const idleReadEveryMs = 15_000

/** The builds of a project's sandbox images, newest first; nothing before the first build. */
export const ImageBuildsSection = ({ projectId }: { readonly projectId: string }) => {
  const { imageBuilds: words } = useProjectWords()
  const of = { params: { id: projectId } }
  const builds = useReply(listProjectImageBuilds, of)
  const isBuilding = builds.some(({ status }) => status === 'building')
  // Builds send no events, so the list is read again.
  useLateReply(listProjectImageBuilds, of, { refetchInterval: isBuilding ? readEveryMs : idleReadEveryMs })
  if (builds.length === 0) return null
  return (
    <Section title={words.title} text={words.text}>
      <ul className="panel rows">
        {builds.map((build) => (
          <ImageBuildRow key={build.id} build={build} />
        ))}
      </ul>
    </Section>
  )
}

type ImageBuild = Reply<typeof listProjectImageBuilds>[number]

const looks: Readonly<Record<ImageBuild['status'], StateBadge>> = {
  building: { glyph: 'building', tone: 'live' },
  ready: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
}

/** A build with its outcome, its duration and its folded log. */
const ImageBuildRow = ({ build }: { readonly build: ImageBuild }) => {
  const words = useProjectWords().imageBuilds
  const { worded } = useServerWords()
  const [isOpen, setOpen] = useState(false)
  const { lasted } = useFormat()
  const { kind, status, commitSha, contentHash, createdAt, endedAt, uses, error, log } = build
  const commit = commitSha.slice(0, 8)
  return (
    <li className="build-row">
      <div className="row wrap">
        <State {...looks[status]}>{words.statuses[status]}</State>
        <span className="grow what">
          <span className="t">{words.causes[build.cause]}</span>
          <span className="m">
            {joined(
              words.commit(commit),
              words.hash(contentHash.slice(0, 12)),
              kind === 'dockerfile' && words.dockerfile,
              endedAt !== null && words.took(lasted(Date.parse(endedAt) - Date.parse(createdAt))),
              uses !== 0 && words.uses(uses),
            )}
          </span>
        </span>
        <Age at={createdAt} className="m num" />
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={isOpen ? words.hideLogOf(commit) : words.logOf(commit)}
          disabled={status === 'building'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.hideLog : words.log}
        </Button>
      </div>
      {error === null ? null : <p className="note bad">{worded(error)}</p>}
      {isOpen ? (
        <pre dir="ltr" tabIndex={0} aria-label={words.logOf(commit)}>
          {log === '' ? words.logEmpty : log}
        </pre>
      ) : null}
    </li>
  )
}
