import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { listProjectImageBuilds } from '../../../../../../domains/code/sandboxes/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../../api/use-operation.ts'
import { LinkButton } from '../../../../parts/button.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { Head } from '../../../../parts/page.tsx'
import { paths } from '../../../../paths.ts'
import { useProjectWords } from '../../../../words/project/index.ts'
import { CodeFrame } from '../code-frame.tsx'
import { ImageBuildRow } from './image-build-row.tsx'
import './image-builds.css'

const buildingReadEveryMs = 2_000
const readEveryMs = 15_000

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.projectId! } }
  prefetch(getProject, of)
  return prefetch(listProjectImageBuilds, of)
}

/** The builds of the bases of a project's sandboxes, the newest first. */
export default function ImageBuildsPage() {
  const id = useParams().projectId!
  const { imageBuilds: words, tabs, goTo } = useProjectWords()
  const of = { params: { id } }
  const builds = useReply(listProjectImageBuilds, of)
  const isBuilding = builds.some(({ status }) => status === 'building')
  // A build has no events of its own.
  useLateReply(listProjectImageBuilds, of, { refetchInterval: isBuilding ? buildingReadEveryMs : readEveryMs })
  return (
    <CodeFrame id={id}>
      <Head title={words.title} text={words.text} />
      {builds.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText}>
            <LinkButton to={paths.deployments(id)}>{goTo(tabs.deployments)}</LinkButton>
          </Empty>
        </div>
      ) : (
        <ul className="panel rows">
          {builds.map((build) => (
            <ImageBuildRow key={build.id} build={build} />
          ))}
        </ul>
      )}
    </CodeFrame>
  )
}
