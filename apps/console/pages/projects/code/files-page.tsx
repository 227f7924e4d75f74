import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import {
  listProjectBranches,
  listProjectFiles,
  getProjectFileContent,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useFormat } from '../../../format.ts'
import { withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { codeRef, RepositoryChoice, useCodeLocation } from './code-location.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { Folder, FileView } from './file-browser.tsx'
import { LastRevisionBar } from './last-revision.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetch(listProjectFiles, { params: { id }, query: codeRef(new URL(request.url).searchParams) })
}

export default function FilesPage() {
  const id = useParams().projectId!
  const words = useProjectWords().code
  const { number } = useFormat()
  const { of, path } = useCodeLocation()
  const { files, lastChanges, branch, commitSha, truncated } = useReply(listProjectFiles, { params: { id }, query: of })
  const count = words.fileCount(files.length, number(files.length))
  const branches = <BranchChoice id={id} branch={branch} />
  return (
    <ProjectFrame id={id}>
      <Head
        title={path === '' ? words.files : path.slice(path.lastIndexOf('/') + 1)}
        text={[path === '' && words.filesAt(count, branch), truncated && words.truncated].filter(Boolean).join(' ')}
        actions={<RepositoryChoice id={id} />}
      />
      {files.includes(path) ? (
        <FileView key={path} id={id} path={path} branches={branches} />
      ) : (
        <Folder
          files={files}
          lastChanges={lastChanges}
          folder={path}
          branches={branches}
          above={path === '' ? <LastRevisionBar projectId={id} commitSha={commitSha} /> : null}
        >
          <Readme id={id} files={files} />
        </Folder>
      )}
    </ProjectFrame>
  )
}

const BranchChoice = ({ id, branch }: { readonly id: string; readonly branch: string }) => {
  const words = useProjectWords().code
  const { of, query, setQuery } = useCodeLocation()
  const { data } = useLateReply(listProjectBranches, { params: { id }, query: of.repo ? { repo: of.repo } : {} })
  const names = data?.branches.filter(({ headSha }) => headSha !== null).map(({ name }) => name) ?? []
  return (
    <select
      className="input pick mono"
      aria-label={words.branch}
      value={branch}
      onChange={({ target }) => setQuery(withParam(query, 'ref', target.value).search)}
    >
      <Options of={[...new Set([branch, ...names])]} />
    </select>
  )
}

/** The README of the open folder below its list; nothing if the folder has none. */
const Readme = ({ id, files }: { readonly id: string; readonly files: readonly string[] }) => {
  const { of, path: folder } = useCodeLocation()
  const above = folder === '' ? '' : `${folder}/`
  const path = files.find((file) => file.toLowerCase() === `${above}readme.md`.toLowerCase())
  const query = { ...of, path: path ?? '' }
  const { data } = useLateReply(getProjectFileContent, { params: { id }, query }, { enabled: path !== undefined })
  if (path === undefined || !data?.content) return null
  const name = path.slice(above.length)
  return (
    <section className="sect" aria-label={name}>
      <div className="sect-head">
        <h2 className="mono">{name}</h2>
      </div>
      <div className="panel pad">
        <ProseBlock text={data.content} />
      </div>
    </section>
  )
}
