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
import { DeploymentRow, type DeployedRevision, ImageBuildsSection } from './deployment-rows.tsx'
import { BuildSettings, buildSettingsId, DomainForm, PreviewSettings } from './deployment-settings.tsx'
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
  const isNothing = [
    usePages(listDeployments, deploymentsOf(id, 'project')),
    usePages(listDeployments, deploymentsOf(id, 'production')),
    usePages(listDeployments, deploymentsOf(id, 'cycle-preview')),
  ].every(({ rows }) => rows.length === 0)
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
