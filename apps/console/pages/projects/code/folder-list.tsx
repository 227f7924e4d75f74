import FileIcon from 'lucide-react/icons/file'
import FolderIcon from 'lucide-react/icons/folder'
import { memo, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { listProjectFiles } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { withParam } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useCodeLocation } from './code-location.tsx'
import { changesIn, entriesIn, findPaths, foldersAbove, type FolderItem } from './file-tree.ts'

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
  /** Below the list while nothing is searched. */
  readonly children: ReactNode
}

/** One folder, and a field that finds files in the whole tree. Rows are drawn in steps, for any number of files. */
export const Folder = ({ files, lastChanges, folder, branches, children }: FolderProps) => {
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
export const ParentFolders = ({ path, children }: { readonly path: string; readonly children?: ReactNode }) => {
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
