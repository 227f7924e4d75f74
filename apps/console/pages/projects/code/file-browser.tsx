import {
  getProjectFileContent,
  type FileContent,
  type listProjectFiles,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { paths, withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useCodeLocation } from './code-location.tsx'
import { useEffect, useMemo, useState, type ReactNode, memo, useDeferredValue } from 'react'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Empty, EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Picture } from '../../../parts/picture/picture.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { joined } from '../../../parts/text/joined.tsx'
import { useWords } from '../../../words/shell/index.ts'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { type Origin, originAt } from './origin-at.ts'
import FileIcon from 'lucide-react/icons/file'
import FolderIcon from 'lucide-react/icons/folder'
import { Link } from 'react-router'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { changesIn, entriesIn, findPaths, foldersAbove, type FolderItem } from './file-tree.ts'

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

// Rows that are drawn at once, and paths that a search finds.
const shownMost = 500
const foundMost = 200

type LastChange = Reply<typeof listProjectFiles>['lastChanges'][number]

interface FolderProps {
  readonly files: readonly string[]
  readonly lastChanges: readonly LastChange[]
  readonly folder: string
  /** The choice of the branch, beside the field. */
  readonly branches: ReactNode
  /** Between the field and the list. */
  readonly above: ReactNode
  /** Below the list while nothing is searched. */
  readonly children: ReactNode
}

/** One folder, and a field that finds files in the whole tree. Rows are drawn in steps, for any number of files. */
export const Folder = ({ files, lastChanges, folder, branches, above, children }: FolderProps) => {
  const words = useProjectWords().code
  const [text, setText] = useState('')
  // The search of 100,000 paths does not delay the typed letter.
  const sought = useDeferredValue(text)
  const found = useMemo(() => (sought.trim() === '' ? undefined : findPaths(files, sought, foundMost)), [files, sought])
  const inFolder = useMemo(() => entriesIn(files, folder), [files, folder])
  const changes = useMemo(() => changesIn(lastChanges, folder), [lastChanges, folder])
  const listed: readonly FolderItem[] = useMemo(
    () => found?.map((path) => ({ name: path, path })) ?? inFolder,
    [found, inFolder],
  )
  return (
    <>
      <div className="filters find-file">
        {branches}
        <ParentFolders path={folder} />
        <span className="grow hide-s" />
        <input
          type="search"
          className="input find"
          aria-label={words.find}
          placeholder={words.find}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {above}
      <Entries key={folder} listed={listed} changes={changes} isSearch={found !== undefined} />
      {found === undefined ? children : null}
      {found?.length === foundMost ? <p className="quiet below">{words.foundMost(foundMost)}</p> : null}
    </>
  )
}

interface EntriesProps {
  readonly listed: readonly FolderItem[]
  /** The last change of each entry, by its path. */
  readonly changes: ReadonlyMap<string, LastChange>
  readonly isSearch: boolean
}

const Entries = memo(({ listed, changes, isSearch }: EntriesProps) => {
  const words = useProjectWords().code
  const { shown, more } = useShowMore(listed, 0, undefined, shownMost)
  if (listed.length === 0) {
    return <EmptyPanel title={isSearch ? words.noneFound : words.noFiles} text={isSearch ? '' : words.noFilesText} />
  }
  return (
    <>
      <div className="panel rows">
        {shown.map((entry) => (
          <Entry key={entry.path} entry={entry} change={changes.get(entry.path)} />
        ))}
      </div>
      <ShowMore onMore={more} />
    </>
  )
})

/** The beginning of the server's merge messages. */
const mergeOf = /^Merge (?:cycle|task \d+): /

interface EntryProps {
  readonly entry: FolderItem
  /** Undefined if the last change is older than the commits that the server looked at. */
  readonly change: LastChange | undefined
}

const Entry = ({ entry: { name, path, files }, change }: EntryProps) => {
  const { query } = useCodeLocation()
  const Icon = files === undefined ? FileIcon : FolderIcon
  return (
    <Link className="row rows-cheap file-row" to={withParam(query, 'path', path)}>
      <Icon className="i quiet" aria-hidden="true" />
      <span className="path mono grow" title={name}>
        <bdi>{name}</bdi>
      </span>
      {change ? (
        <>
          <span className="m cut hide-s last-change" dir="auto" title={change.title}>
            {change.title.replace(mergeOf, '')}
          </span>
          <Age at={change.committedAt} className="m num age" />
        </>
      ) : null}
    </Link>
  )
}

/** Links to the folders above a path. */
const ParentFolders = ({ path, children }: { readonly path: string; readonly children?: ReactNode }) => {
  const words = useProjectWords().code
  const { query } = useCodeLocation()
  if (path === '') return null
  return (
    <nav className="above mono" aria-label={words.above}>
      <Link to={withParam(query, 'path', '')}>{words.top}</Link>
      {foldersAbove(path).map((folder) => (
        <span key={folder}>
          /<Link to={withParam(query, 'path', folder)}>{folder.slice(folder.lastIndexOf('/') + 1)}</Link>
        </span>
      ))}
      <span>/{path.slice(path.lastIndexOf('/') + 1)}</span>
      {children}
    </nav>
  )
}
