import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { getProjectFileContent, type FileContent } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Picture } from '../../../parts/picture/picture.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { joined } from '../../../parts/text/joined.tsx'
import { useFormat } from '../../../format.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { useCodeLocation } from './code-location.tsx'
import { CodeLines, type Line } from './code-lines.tsx'
import { ParentFolders } from './folder-list.tsx'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { paths } from '../../../paths.ts'
import { originAt, type Origin } from './origin-at.ts'

interface FileViewProps {
  readonly id: string
  readonly path: string
  /** The choice of the branch, beside the path. */
  readonly branches: ReactNode
}

/** A file at a branch, with coloured words, or the reason why it cannot be shown. */
export const FileView = ({ id, path, branches }: FileViewProps) => {
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
