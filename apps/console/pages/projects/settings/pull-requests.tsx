import { listProjectPullRequests } from '../../../../../domains/code/code-hosts/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useReply } from '../../../api/use-operation.ts'
import { State } from '../../../parts/state.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'

type PullRequest = Reply<typeof listProjectPullRequests>[number]

const shownMost = 20

const looks = {
  waiting: { glyph: 'wait', tone: 'wait' },
  open: { glyph: 'reviewing', tone: 'live' },
  merged: { glyph: 'good', tone: 'live' },
  taken: { glyph: 'good', tone: 'good' },
  closed: { glyph: 'stopped', tone: 'plain' },
} as const

/** The newest pull requests of a project at its code host; renders nothing if it has none. */
export const PullRequests = ({ id }: { readonly id: string }) => {
  const words = useConnectionWords()
  const pulls = useReply(listProjectPullRequests, { params: { id } }).slice(0, shownMost)
  if (pulls.length === 0) return null
  return (
    <>
      <h3>{words.pulls}</h3>
      <ul className="panel rows">
        {pulls.map((pull) => (
          <PullRequestRow key={pull.id} pull={pull} />
        ))}
      </ul>
    </>
  )
}

const PullRequestRow = ({ pull }: { readonly pull: PullRequest }) => {
  const words = useConnectionWords()
  const { number, url, branch, state, checks, error } = pull
  return (
    <li className="row wrap">
      <State {...looks[state]}>{words.pullStates[state]}</State>
      <span className="grow what">
        {url === null ? (
          <span className="t mono">{branch}</span>
        ) : (
          <a className="t mono" href={url} target="_blank" rel="noopener noreferrer">
            {`#${number} ${branch}`}
          </a>
        )}
        <span className="m">{error ?? words.checks[checks]}</span>
      </span>
    </li>
  )
}
