import Download from 'lucide-react/icons/download'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import { downloadProjectRevisionBundle, listProjectRevisions } from '../../../../../domains/code/revisions/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { More } from '../../../parts/show-more.tsx'
import { Head } from '../../../parts/page.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Seal } from '../../../parts/seal.tsx'
import { useDownload } from '../../../parts/use-download.ts'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { ProjectFrame } from '../project-frame.tsx'

const allOf = (id: string) => ({ params: { id }, query: { limit: 100 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetchPages(listProjectRevisions, allOf(id))
}

type Revision = Reply<typeof listProjectRevisions>[number]

export default function RevisionsPage() {
  const id = useParams().projectId!
  const words = useProjectWords().revisions
  const { rows, ...rest } = usePages(listProjectRevisions, allOf(id))
  const newest = rows[0]
  return (
    <ProjectFrame id={id}>
      <Head
        title={words.title}
        count={newest?.generation}
        text={words.text}
        actions={newest ? <DownloadButton id={id} revision={newest} /> : undefined}
      />
      {newest ? (
        <ol className="panel pad rail">
          {rows.map((revision, at) => (
            <Entry key={revision.revisionId} id={id} revision={revision} isHead={at === 0} />
          ))}
        </ol>
      ) : (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      )}
      <More onMore={rest.more} rest={rest} />
    </ProjectFrame>
  )
}

interface EntryProps {
  readonly id: string
  readonly revision: Revision
  readonly isHead: boolean
}

const Entry = ({ id, revision, isHead }: EntryProps) => {
  const words = useProjectWords().revisions
  const sources = useProjectWords().overview.sources
  const { number, whole } = useFormat()
  const { ago } = useAges()
  const { generation, source, manifestSha256, commitSha, branch, cycleId, createdAt } = revision
  return (
    <li className="rows-cheap">
      <Glyph name={isHead ? 'good' : 'queued'} />
      <div className="line wrap">
        <b>{words.number(number(generation))}</b>
        <span className="soft">{cycleId === null ? words.cameFrom(sources[source]) : null}</span>
        {cycleId === null ? null : (
          <Link className="link" to={paths.cycle(id, cycleId)}>
            {words.cameFrom(sources[source])}
          </Link>
        )}
      </div>
      <time className="quiet num" dateTime={createdAt} title={whole(createdAt)}>
        {ago(createdAt)}
      </time>
      <div className="body line wrap quiet">
        <Seal sha256={manifestSha256} />
        <span className="mono" title={commitSha}>
          {branch} {commitSha.slice(0, 7)}
        </span>
        <CopyButton text={commitSha} label={words.copyCommit} />
      </div>
    </li>
  )
}

const DownloadButton = ({ id, revision }: { readonly id: string; readonly revision: Revision }) => {
  const words = useProjectWords().revisions
  const { project } = useReply(getProject, { params: { id } })
  const { revisionId, generation } = revision
  const name = `${project.name}-${generation}.bundle`
  const load = useDownload(downloadProjectRevisionBundle, { name, type: 'application/octet-stream' })
  return (
    <div className="line wrap">
      <Button
        icon={Download}
        isPending={load.isPending}
        pendingText={words.downloading}
        onClick={() => load.mutate({ params: { id, revisionId } })}
      >
        {words.download}
      </Button>
      <Refusal error={load.error} />
    </div>
  )
}
