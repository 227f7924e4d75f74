import { Link } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { useFirstRowsLater, useLateReply } from '../../../api/use-operation.ts'
import { paths, previewPath } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { isForClient, waitingKind } from '../../../api/waiting-items.ts'
import { listProjectHistory, listFirstChanges } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import { State } from '../../../parts/feedback/state.tsx'
import { useClientOf } from '../../../parts/story/use-clients-of.ts'
import { Age } from '../../../parts/text/age.tsx'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { deploymentLooks } from '../deployments/deployment-looks.ts'
import { conversationPlace } from '../../../parts/text/conversation-place.ts'
import { Glyph, type GlyphName } from '../../../parts/text/glyph.tsx'
import { Handle } from '../../../parts/text/handle.tsx'
import { withoutMarks } from '../../../parts/text/without-marks.ts'
import { waitingTitle } from '../../../parts/request-decision/request-title.ts'
import { useWaiting, useWaitingConversations, waitingGlyph } from '../../../shell/use-waiting-count.ts'
import { useInboxWords } from '../../../words/inbox/index.ts'
import { useMessageWords } from '../../../words/messages/index.ts'

/** The client of a project, its deployments and its newest revision. */
export const ProjectFacts = ({ projectId }: { readonly projectId: string }) => {
  const { overview: words, settings } = useProjectWords()
  const client = useClientOf(projectId)
  const newest = useFirstRowsLater(listProjectHistory, { params: { id: projectId }, query: { limit: 1 } }).data?.[0]
  return (
    <section>
      <div className="sect-head">
        <h2>{settings.about}</h2>
      </div>
      <dl className="panel pad kv">
        <Fact name={words.client}>
          {client ? (
            <TextLink to={paths.client(client.id)}>{client.name}</TextLink>
          ) : client === null ? (
            <TextLink to={paths.clients}>{words.chooseClient}</TextLink>
          ) : (
            '\u00a0'
          )}
        </Fact>
        <Served projectId={projectId} kind="project" />
        <Served projectId={projectId} kind="production" />
        {newest ? (
          <Fact name={words.revision}>
            <TextLink to={paths.revision(projectId, newest.revisionId)}>{words.number(newest.generation)}</TextLink>,{' '}
            <Age at={newest.createdAt} />
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The newest deployment of a kind: its state, which opens it while it is live. */
const Served = ({ projectId, kind }: { readonly projectId: string; readonly kind: 'project' | 'production' }) => {
  const words = useDeploymentWords()
  const newest = useFirstRowsLater(listDeployments, { query: { projectId, kind, limit: 1 } }).data?.[0]
  return (
    <Fact name={words.kinds[kind]}>
      {newest?.status === 'live' ? (
        <TextLink to={previewPath(newest.url)} target="_blank" rel="noopener">
          <State {...deploymentLooks.live}>{words.statuses.live}</State>
        </TextLink>
      ) : (
        <TextLink to={paths.deployments(projectId)}>
          {newest ? words.statuses[newest.status] : kind === 'production' ? words.deployProduction : words.deploy}
        </TextLink>
      )}
    </Fact>
  )
}

/** The items of a project that wait for this person, messages to answer, and the number of items that wait for clients. */
export const useProjectWaiting = (id: string) => {
  const waiting = useWaiting().filter(({ projectId }) => projectId === id)
  const messages = useWaitingConversations().filter(({ projectId }) => projectId === id)
  const own = waiting.filter((thing) => !isForClient(thing))
  return { own, messages, atClients: waiting.length - own.length }
}

/** The items of a project that wait for this person, one to a row; nothing without items. */
export const WaitingRows = ({ projectId }: { readonly projectId: string }) => {
  const { own, messages } = useProjectWaiting(projectId)
  const { board } = useProjectWords()
  const words = useInboxWords()
  const talk = useMessageWords()
  if (own.length + messages.length === 0) return null
  return (
    <section className="project-waits">
      <div className="sect-head">
        <h2>{board.columns.blocked}</h2>
      </div>
      <div className="panel rows">
        {own.map((item) => (
          <WaitingRow
            key={item.id}
            glyph={waitingGlyph(item)}
            title={waitingTitle(item, words)}
            handle={item.cycleHandle ?? ''}
            kind={words.kinds[waitingKind(item)]}
            since={item.since}
            action={
              { question: talk.answer, approval: words.review, deliverable: words.review, failed: '' }[
                waitingKind(item)
              ]
            }
            to={(item.deliverable ? paths.deliverable : paths.cycle)(projectId, item.cycleId)}
          />
        ))}
        {messages.map((row) => (
          <WaitingRow
            key={conversationPlace(row)}
            glyph="wait"
            title={talk.wrote(row.authorName ?? talk.somebody, withoutMarks(row.excerpt))}
            handle=""
            kind={talk.message}
            since={row.saidAt}
            action={talk.answer}
            to={conversationPlace(row)}
          />
        ))}
      </div>
    </section>
  )
}

interface WaitingRowProps {
  readonly glyph: GlyphName
  readonly title: string
  readonly handle: string
  readonly kind: string
  readonly since: string
  /** The name of the next step; empty for a failure, whose page offers several. */
  readonly action: string
  readonly to: string
}

const WaitingRow = ({ glyph, title, handle, kind, since, action, to }: WaitingRowProps) => (
  <Link className="row cycle-row" to={to}>
    <Glyph name={glyph} />
    <span className="t cut grow" dir="auto" title={title}>
      {title}
    </span>
    <Handle>{handle}</Handle>
    <span className="m status">{kind}</span>
    <Age at={since} className="m num age" />
    <span className="next">{action === '' ? null : <span className="btn s">{action}</span>}</span>
  </Link>
)

/** Changes that the files suggest, each a link to the form of a new cycle. A refusal leaves them out. */
export const FirstChangeRows = ({ projectId }: { readonly projectId: string }) => {
  const words = useProjectWords().overview
  const { data } = useLateReply(listFirstChanges, { params: { id: projectId } })
  if (!data || data.changes.length === 0) return null
  return (
    <section className="pad stack-12">
      <h3>{words.firstChanges}</h3>
      {data.changes.map(({ title, reason, touches, proof }) => (
        <div key={title}>
          <TextLink to={paths.newCycle(projectId, title)}>{title}</TextLink>
          <p className="quiet" dir="auto">
            {reason}
          </p>
          <p className="quiet" dir="auto">
            {words.touchesAndProof(touches, proof)}
          </p>
        </div>
      ))}
    </section>
  )
}
