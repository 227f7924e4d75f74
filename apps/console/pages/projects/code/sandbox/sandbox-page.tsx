import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { prefetch } from '../../../../api/use-operation.ts'
import { Head } from '../../../../parts/page.tsx'
import { useProjectWords } from '../../../../words/project/index.ts'
import { ProjectFrame } from '../../project-frame.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { SshAccess } from './ssh-access.tsx'
import { TerminalSection } from './terminal-section.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => prefetch(getProject, { params: { id: params.projectId! } })

/** The ways into a sandbox with the newest files of a project: a terminal, a desktop, and SSH. */
export default function SandboxPage() {
  const id = useParams().projectId!
  const words = useProjectWords().sandbox
  return (
    <ProjectFrame id={id}>
      <Head title={words.name} text={words.about} />
      <div className="panel rows">
        <TerminalSection id={id} />
        <DesktopSection id={id} />
        <SshAccess projectId={id} />
      </div>
    </ProjectFrame>
  )
}
