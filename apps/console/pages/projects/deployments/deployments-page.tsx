import { useParams, type LoaderFunctionArgs } from 'react-router'
import {
  getProductionDomain,
  listDeployments,
  redeployProjectPreview,
} from '../../../../../domains/code/deployments/contract.ts'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { DeploymentRow, type Deployment } from './deployment-row.tsx'
import { DomainForm } from './domain-form.tsx'
import { PreviewSettings } from './preview-settings.tsx'
import './deployments.css'

const listed = (projectId: string) => ({ query: { projectId, limit: 200 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  prefetch(getProductionDomain, { params: { projectId: id } })
  return prefetch(listDeployments, listed(id))
}

const kinds = ['project', 'production', 'cycle-preview'] as const

/** The deployments of a project by kind, each newest first. */
export default function DeploymentsPage() {
  const id = useParams().projectId!
  const words = useDeploymentWords()
  const { project, previewsAvailable } = useReply(getProject, { params: { id } })
  const rows = useReply(listDeployments, listed(id)).toReversed()
  const isOpen = previewsAvailable && project.archivedAt === null
  return (
    <ProjectFrame id={id}>
      <Head
        title={words.title}
        text={previewsAvailable ? words.text : words.off}
        actions={isOpen ? <Deploy projectId={id} /> : undefined}
      />
      {kinds.map((kind) => (
        <KindSection
          key={kind}
          kind={kind}
          rows={rows.filter((row) => row.kind === kind)}
          isOpen={isOpen}
          canShare={isOpen && sharesLinks(project)}
        />
      ))}
      <PreviewSettings projectId={id} />
      <DomainForm projectId={id} />
    </ProjectFrame>
  )
}

const sharesLinks = ({ runtime }: Reply<typeof getProject>['project']): boolean =>
  (runtime as { previews?: { shareLinks?: boolean } } | undefined)?.previews?.shareLinks === true

const Deploy = ({ projectId }: { readonly projectId: string }) => {
  const words = useDeploymentWords()
  const deploy = useOperation(redeployProjectPreview)
  return (
    <div className="line wrap">
      <Button isPending={deploy.isPending} onClick={() => deploy.mutate({ body: { projectId, kind: 'production' } })}>
        {words.deployProduction}
      </Button>
      <Button variant="primary" isPending={deploy.isPending} onClick={() => deploy.mutate({ body: { projectId } })}>
        {words.deploy}
      </Button>
      <Refusal error={deploy.error} />
    </div>
  )
}

interface KindSectionProps {
  readonly kind: (typeof kinds)[number]
  readonly rows: readonly Deployment[]
  readonly isOpen: boolean
  readonly canShare: boolean
}

const KindSection = ({ kind, rows, isOpen, canShare }: KindSectionProps) => {
  const words = useDeploymentWords()
  return (
    <Section title={words.kinds[kind]}>
      {rows.length === 0 ? (
        <p className="panel pad soft">{words.noneText[kind]}</p>
      ) : (
        <ul className="panel rows">
          <PartialRows rows={rows}>
            {(row) => <DeploymentRow key={row.id} deployment={row} isOpen={isOpen} canShare={canShare} />}
          </PartialRows>
        </ul>
      )}
    </Section>
  )
}
