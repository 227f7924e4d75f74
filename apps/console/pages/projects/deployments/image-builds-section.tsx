import { listProjectImageBuilds } from '../../../../../domains/code/sandboxes/contract.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { Section } from '../../../parts/section.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import { ImageBuildRow } from './image-build-row.tsx'
import './image-builds.css'

const buildingReadEveryMs = 2_000
const readEveryMs = 15_000

/** The builds of the bases of a project's sandboxes, the newest first. */
export const ImageBuildsSection = ({ projectId }: { readonly projectId: string }) => {
  const { imageBuilds: words } = useProjectWords()
  const of = { params: { id: projectId } }
  const builds = useReply(listProjectImageBuilds, of)
  const isBuilding = builds.some(({ status }) => status === 'building')
  // A build has no events of its own.
  useLateReply(listProjectImageBuilds, of, { refetchInterval: isBuilding ? buildingReadEveryMs : readEveryMs })
  return (
    <Section title={words.title} text={words.text}>
      {builds.length === 0 ? (
        <p className="panel pad soft">{words.noneText}</p>
      ) : (
        <ul className="panel rows">
          {builds.map((build) => (
            <ImageBuildRow key={build.id} build={build} />
          ))}
        </ul>
      )}
    </Section>
  )
}
