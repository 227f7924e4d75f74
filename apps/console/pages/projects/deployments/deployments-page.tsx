import { useState } from 'react'
import { useLocation, useParams, type LoaderFunctionArgs } from 'react-router'
import {
  getProductionDomain,
  listDeployments,
  redeployProjectPreview,
} from '../../../../../domains/code/deployments/contract.ts'
import { listProjectImageBuilds } from '../../../../../domains/code/sandboxes/contract.ts'
import { listProjectFiles, listProjectHistory } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { prefetch, useFirstRowsLater, useLateReply, useOperation, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head } from '../../../parts/page.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useRevisionWords } from '../../../words/revisions/index.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { runtimeOf } from '../project-runtime.ts'
import { DeploymentRow, type DeployedRevision } from './deployment-row.tsx'
import { BuildSettings, buildSettingsId, DomainForm, PreviewSettings } from './deployment-settings.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import type { StateBadge } from '../../../states.ts'
import { useServerWords } from '../../../words/server/index.ts'
import './deployments.css'
import './image-builds.css'

const kinds = ['project', 'production', 'cycle-preview'] as const
const deploymentsOf = (projectId: string, kind: (typeof kinds)[number]) => ({ query: { projectId, kind, limit: 50 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetch(listProjectImageBuilds, { params: { id } })
  prefetch(getProductionDomain, { params: { projectId: id } })
  for (const kind of kinds) prefetchPages(listDeployments, deploymentsOf(id, kind))
  return null
}

/** The deployments of a project by kind, each newest first. */
export default function DeploymentsPage() {
  const id = useParams().projectId!
  const words = useDeploymentWords()
  const { project, previewsAvailable } = useReply(getProject, { params: { id } })
  const isOpen = previewsAvailable && project.archivedAt === null
  const isNothing = useIsNothing(id)
  const found = useFoundFiles(id, isNothing)
  const [showsSettings, setShowsSettings] = useState(false)
  const { hash } = useLocation()
  const settings = (
    <>
      <BuildSettings projectId={id} />
      <PreviewSettings projectId={id} />
      <DomainForm projectId={id} />
    </>
  )
  return (
    <ProjectFrame id={id}>
      <Head
        title={words.title}
        text={previewsAvailable ? words.text : words.off}
        actions={
          isNothing ? (
            <Button aria-expanded={showsSettings} onClick={() => setShowsSettings(!showsSettings)}>
              {words.settingsOfAll}
            </Button>
          ) : isOpen ? (
            <Deploy projectId={id} />
          ) : undefined
        }
      />
      {isNothing ? (
        <EmptyPanel title={words.none} text={`${words.noneTextOfAll} ${found}`}>
          {isOpen ? <Deploy projectId={id} /> : null}
        </EmptyPanel>
      ) : (
        kinds.map((kind) => (
          <KindSection
            key={kind}
            projectId={id}
            kind={kind}
            isOpen={isOpen}
            canShare={isOpen && runtimeOf(project).previews?.shareLinks === true}
          />
        ))
      )}
      <ImageBuildsSection projectId={id} />
      {isNothing ? (
        showsSettings && settings
      ) : (
        <div className="sect">
          <Fold title={words.allSettings} isOpenAtFirst={hash === `#${buildSettingsId}`}>
            {settings}
          </Fold>
        </div>
      )}
    </ProjectFrame>
  )
}

/** True if the project has no deployment of any kind. */
const useIsNothing = (id: string): boolean => {
  const lists = [
    usePages(listDeployments, deploymentsOf(id, 'project')),
    usePages(listDeployments, deploymentsOf(id, 'production')),
    usePages(listDeployments, deploymentsOf(id, 'cycle-preview')),
  ]
  return lists.every(({ rows }) => rows.length === 0)
}

const buildFiles = ['Dockerfile', 'package.json', 'index.html', 'Procfile', 'pyproject.toml', 'requirements.txt']

/** A sentence that names the files of the newest commit from which the server derives its build. */
const useFoundFiles = (projectId: string, isWanted: boolean): string => {
  const words = useDeploymentWords()
  const { list } = useFormat()
  const files = useLateReply(listProjectFiles, { params: { id: projectId }, query: {} }, { enabled: isWanted }).data
    ?.files
  const found = buildFiles.filter((name) => files?.includes(name))
  if (!files) return ''
  return found.length > 0 ? words.found(list(found)) : words.foundNone
}

const Deploy = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords()
  const deploy = useOperation(redeployProjectPreview)
  return (
    <div className="line wrap">
      <Button variant="primary" isPending={deploy.isPending} onClick={() => deploy.mutate({ body: { projectId } })}>
        {words.deploy}
      </Button>
      <Button isPending={deploy.isPending} onClick={() => deploy.mutate({ body: { projectId, kind: 'production' } })}>
        {words.deployProduction}
      </Button>
      <Refusal error={deploy.error} />
    </div>
  )
}

/** The newest revisions of a project by their commits; older ones are named only by the commit. */
const useRevisions = (id: string) => {
  const { sources } = useRevisionWords()
  const revisions = useFirstRowsLater(listProjectHistory, { params: { id }, query: { limit: 100 } }).data ?? []
  return (commitSha: string | null): DeployedRevision | undefined => {
    const found = commitSha === null ? undefined : revisions.find((one) => one.commitSha === commitSha)
    return found && { ...found, title: found.cycleTitle ?? sources[found.source] }
  }
}

interface KindSectionProps {
  readonly projectId: string
  readonly kind: (typeof kinds)[number]
  readonly isOpen: boolean
  readonly canShare: boolean
}

const KindSection = ({ projectId, kind, isOpen, canShare }: KindSectionProps) => {
  const words = useDeploymentWords()
  const { rows: oldestFirst, ...rest } = usePages(listDeployments, deploymentsOf(projectId, kind))
  const rows = oldestFirst.toReversed()
  const revisionOf = useRevisions(projectId)
  return (
    <Section title={words.kinds[kind]}>
      {rows.length === 0 ? (
        <p className="panel pad soft">{words.noneText[kind]}</p>
      ) : (
        <ul className="panel rows">
          <PartialRows rows={rows} rest={rest}>
            {(row) => (
              <DeploymentRow
                key={row.id}
                deployment={row}
                isNewest={row === rows[0]}
                isOpen={isOpen}
                canShare={canShare}
                deployed={revisionOf(row.commitSha)}
              />
            )}
          </PartialRows>
        </ul>
      )}
    </Section>
  )
}

const buildingReadEveryMs = 2_000
const readEveryMs = 15_000

/** The builds of a project's sandbox images, newest first; nothing before the first build. */
const ImageBuildsSection = ({ projectId }: { readonly projectId: string }) => {
  const { imageBuilds: words } = useProjectWords()
  const of = { params: { id: projectId } }
  const builds = useReply(listProjectImageBuilds, of)
  const isBuilding = builds.some(({ status }) => status === 'building')
  // Builds send no events, so the list is read again.
  useLateReply(listProjectImageBuilds, of, { refetchInterval: isBuilding ? buildingReadEveryMs : readEveryMs })
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
