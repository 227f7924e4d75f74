import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../domains/code/projects/contract.ts'
import {
  listProjectBranches,
  listProjectFiles,
  getProjectFileContent,
  type FileContent,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useFormat } from '../../../format.ts'
import { withParam, paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { codeRef, RepositoryChoice, useCodeLocation } from './code-location.tsx'
import { ProjectFrame } from '../project-frame.tsx'
import { Folder, ParentFolders } from './folder-list.tsx'
import { LastRevisionBar } from './last-revision.tsx'
import { ProseBlock } from '../../../parts/text/prose.tsx'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Picture } from '../../../parts/picture/picture.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { joined } from '../../../parts/text/joined.tsx'
import { useWords } from '../../../words/shell/index.ts'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { type Origin, originAt } from './origin-at.ts'

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
      {path === '' ? <LastRevisionBar projectId={id} commitSha={commitSha} /> : null}
      {files.includes(path) ? (
        <FileView key={path} id={id} path={path} branches={branches} />
      ) : (
        <Folder files={files} lastChanges={lastChanges} folder={path} branches={branches}>
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

interface FileViewProps {
  readonly id: string
  readonly path: string
  /** The choice of the branch, beside the path. */
  readonly branches: ReactNode
}

/** A file at a branch, with coloured words, or the reason why it cannot be shown. */
const FileView = ({ id, path, branches }: FileViewProps) => {
  const words = useProjectWords().code
  const { of } = useCodeLocation()
  const input = { params: { id }, query: { ...of, ...askedFile({ path }) } }
  const file = useReply(getProjectFileContent, input)
  const why = file.truncated
    ? words.tooLarge
    : file.binary
      ? words.binary
      : file.content === ''
        ? words.empty
        : undefined
  return (
    <>
      <div className="filters">
        {branches}
        <ParentFolders path={path}>
          <CopyButton text={path} label={words.copyPath} />
        </ParentFolders>
      </div>
      <div className="panel">
        {(file.binary || file.truncated) && isNamedPicture(path) ? (
          <Picture of={input} name={path.slice(path.lastIndexOf('/') + 1)} />
        ) : why !== undefined || file.content === null ? (
          <Empty title={why ?? words.binary} text={file.truncated ? words.tooLargeText : ''} />
        ) : (
          <Text id={id} content={file.content} path={path} isLossy={file.lossy} />
        )}
      </div>
    </>
  )
}

interface TextProps {
  readonly id: string
  readonly content: string
  readonly path: string
  readonly isLossy: boolean
}

const Text = ({ id, content, path, isLossy }: TextProps) => {
  const words = useProjectWords().code
  const { of } = useCodeLocation()
  const [isAsked, setAsked] = useState(false)
  const query = { ...of, ...askedFile({ path }), origins: true }
  const { data, error } = useLateReply(getProjectFileContent, { params: { id }, query }, { enabled: isAsked })
  // The file may have changed since it was shown.
  const origins = isAsked && data?.content === content ? data.origins : undefined
  const { number } = useFormat()
  const lines = useLines(content, path)
  return (
    <>
      <div className="bar">
        <span className="quiet">{words.lineCount(lines.length, number(lines.length))}</span>
        {isLossy ? <span className="quiet">{words.lossy}</span> : null}
        {isAsked && (error || (data && !origins)) ? <span className="quiet">{words.origins.none}</span> : null}
        <span className="grow" />
        <Button
          variant="plain"
          size="small"
          aria-pressed={isAsked}
          isPending={isAsked && !data && !error}
          onClick={() => setAsked(!isAsked)}
        >
          {words.origins.show}
        </Button>
        <CopyButton text={content} label={words.copyFile} />
      </div>
      <CodeLines
        lines={lines}
        label={path}
        before={
          origins
            ? (line, isFirst) => <LineOrigin projectId={id} origins={origins} line={line} isFirst={isFirst} />
            : undefined
        }
      />
    </>
  )
}

/** The lines of a file: plain at once, and with their tokens once the highlighter is loaded. */
const useLines = (content: string, path: string): readonly Line[] => {
  const text = content.replace(/\r?\n$/, '')
  const plain = useMemo(() => text.split('\n').map((line) => (line === '' ? [] : [{ text: line }])), [text])
  const [coloured, setColoured] = useState<readonly Line[]>()
  useEffect(() => {
    let isOver = false
    const colour = async () => {
      const { linesOfTokens, tokensOf } = await import('./highlight.ts')
      const tokens = tokensOf(text, path)
      if (tokens && !isOver) setColoured(linesOfTokens(tokens))
    }
    void colour()
    return () => {
      isOver = true
    }
  }, [text, path])
  return coloured ?? plain
}

interface LineOriginProps {
  readonly projectId: string
  readonly origins: NonNullable<FileContent['origins']>
  readonly line: number
  /** Whether no line is drawn above it. */
  readonly isFirst: boolean
}

/** The origin of a range of lines, at its first line: their author, their cycle, and the tests that need them. */
const LineOrigin = ({ projectId, origins, line, isFirst }: LineOriginProps) => {
  const origin = originAt(origins, line)
  const isShown = isFirst || origin?.line === line
  return (
    <span className="origin">{origin && isShown ? <OriginName projectId={projectId} origin={origin} /> : null}</span>
  )
}

const OriginName = ({ projectId, origin }: { readonly projectId: string; readonly origin: Origin }) => {
  const words = useProjectWords().code.origins
  const nameOf = useWords().agentName
  const { task, account, author, commitSha } = origin
  if (!task) return <span title={commitSha}>{author}</span>
  const accounts: Readonly<Record<string, string>> = words.accounts
  const about = account === null ? undefined : accounts[account]
  const by = task.agent === null ? author : nameOf(task.agent)
  const ofTask = account === 'needed' ? task.needed : account === 'own' ? task.own : []
  const tests = origin.tests.length > 0 ? origin.tests : ofTask
  const details = [
    task.model === null ? by : words.withModel(by, task.model),
    task.cycleTitle,
    about,
    tests.length > 0 ? words.tests(tests) : undefined,
  ]
  const title = details.filter(Boolean).join('. ')
  return (
    <TextLink to={paths.cycle(projectId, task.cycleId)} title={title} aria-label={title}>
      {joined(by, task.cycleTitle, about)}
    </TextLink>
  )
}

type Line = readonly { readonly text: string; readonly kind?: string }[]

// The height of a line and of the scrolling part in code.css.
const lineHeightPx = 20
const roomPx = 640
const aheadLines = 30
const lineMostChars = 2_000

const lengthOf = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0)

/** The first `lineMostChars` characters of a line. */
const cut = (line: Line): Line => {
  let room = lineMostChars
  return line.flatMap((token) => {
    const text = token.text.slice(0, Math.max(0, room))
    room -= text.length
    return text === '' ? [] : [{ ...token, text }]
  })
}

interface CodeLinesProps {
  readonly lines: readonly Line[]
  readonly label: string
  /** Draws the text before a line, by its number; `isFirst` if no line is drawn above it. */
  readonly before?: ((line: number, isFirst: boolean) => ReactNode) | undefined
}

/** Lines of code; only the lines in sight are drawn. Very long lines are cut until a person asks for all of them. */
const CodeLines = ({ lines, label, before }: CodeLinesProps) => {
  const words = useProjectWords().code
  const [firstSeen, setFirstSeen] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const hasLong = useMemo(() => lines.some((line) => lengthOf(line) > lineMostChars), [lines])
  const from = Math.max(0, firstSeen - aheadLines)
  const to = Math.min(lines.length, firstSeen + Math.ceil(roomPx / lineHeightPx) + aheadLines)
  return (
    <>
      {hasLong && !isWhole ? (
        <div className="bar">
          <span className="quiet">{words.longLines}</span>
          <Button variant="plain" size="small" onClick={() => setWhole(true)}>
            {words.showLong}
          </Button>
        </div>
      ) : null}
      <pre
        className="code lines"
        tabIndex={0}
        aria-label={label}
        onScroll={({ currentTarget }) => setFirstSeen(Math.floor(currentTarget.scrollTop / lineHeightPx))}
      >
        <code style={{ height: `${lines.length * lineHeightPx}px`, paddingTop: `${from * lineHeightPx}px` }}>
          {lines.slice(from, to).map((line, at) => (
            <span key={from + at} className="ln-row">
              {before?.(from + at + 1, at === 0)}
              <span className="ln" aria-hidden="true">
                {from + at + 1}
              </span>
              {(isWhole ? line : cut(line)).map(({ text, kind }, token) => (
                <span key={token} className={kind}>
                  {text}
                </span>
              ))}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
    </>
  )
}
