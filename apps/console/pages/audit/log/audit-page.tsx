import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import Shield from 'lucide-react/icons/shield'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router'
import { exportAuditLog, listAuditCheckpoints, getAuditEntry } from '../../../../../domains/record/audit/contract.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { useFirstRowsLater, useLateReply } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { save, saveFrom } from '../../../parts/files/save-file.ts'
import { withParam } from '../../../paths.ts'
import { LateItemMenu } from '../../../shell/late-item-menu.tsx'
import { useAuditWords } from '../../../words/audit/index.ts'
import { AuditFrame } from '../audit-frame.tsx'
import { ChainPanel } from './chain-panel.tsx'
import { Entries, OutcomeState, Filters, AuditActor, AuditSentence } from './audit-entries.tsx'
import X from 'lucide-react/icons/x'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { idOfResource, isUuid } from '../../../parts/story/things.ts'
import { useThings } from '../../../parts/story/use-names.ts'

export default function AuditPage() {
  const words = useAuditWords()
  const [query] = useSearchParams()
  const open = query.get('entry')
  return (
    <AuditFrame>
      <Head title={words.title} text={words.text} actions={<Downloads />} />
      <ChainPanel />
      <Filters />
      <div className={open === null ? undefined : 'beside'}>
        <Entries open={open} />
        {open === null ? null : <Entry key={open} id={open} />}
      </div>
    </AuditFrame>
  )
}

/** Keeps on this device the whole log, or the newest signed checkpoint that the log is held against later. */
const Downloads = () => {
  const words = useAuditWords()
  const { data } = useFirstRowsLater(listAuditCheckpoints, { query: { limit: 1 } })
  const newest = data?.checkpoints[0]
  if (!newest) return null
  const items = [
    { name: words.downloadLog, icon: ScrollText, act: () => saveFrom(exportAuditLog.path, 'audit-log.jsonl') },
    {
      name: words.download,
      icon: Shield,
      act: () => save(new Blob([newest.note], { type: 'text/plain' }), `checkpoint-${newest.size}.txt`),
    },
  ]
  return <LateItemMenu trigger={<DownloadButton />} items={items} />
}

/** The button of the menu of downloads, which gets its props from the menu. */
const DownloadButton = (props: ComponentProps<'button'>) => (
  <Button {...props} icon={Download}>
    {useAuditWords().downloads}
  </Button>
)

type AuditEntry = Reply<typeof getAuditEntry>

const textMostChars = 4_000
const linesMost = 50

/** One entry with all its facts, and what happened under the same trace. */
const Entry = ({ id }: { readonly id: string }) => {
  const words = useAuditWords()
  const [query] = useSearchParams()
  const { data, error } = useLateReply(getAuditEntry, { params: { id } })
  const { number } = useFormat()
  return (
    <aside className="panel entry" aria-label={words.entry}>
      <div className="bar">
        <h2>{data ? words.entryNumber(number(data.position)) : words.entry}</h2>
        <span className="grow" />
        <LinkButton
          variant="plain"
          size="small"
          className="square-s"
          icon={X}
          to={withParam(query, 'entry', '')}
          aria-label={words.close}
          preventScrollReset
        />
      </div>
      {error ? (
        <div className="pad">
          <Refusal error={error} />
        </div>
      ) : null}
      {data ? <Facts entry={data} /> : null}
      {data ? <Trace entry={data} /> : null}
    </aside>
  )
}

const Facts = ({ entry }: { readonly entry: AuditEntry }) => {
  const words = useAuditWords()
  const things = useThings([entry.actorId, idOfResource(entry)].filter(isUuid))
  const { whole } = useFormat()
  const facts = [
    [words.facts.who, `${words.filters.actors[entry.actorType]} ${entry.actorId ?? ''}`],
    [words.facts.what, entry.action],
    [words.facts.on, [entry.resourceType, entry.resourceId].filter(Boolean).join(' ')],
    [words.facts.within, [entry.parentType, entry.parentId].filter(Boolean).join(' ')],
    [words.facts.source, entry.source],
    [words.facts.request, entry.requestId],
    [words.facts.trace, entry.traceId],
  ] as const
  return (
    <dl className="kv pad">
      <Fact name={words.facts.story}>
        <AuditSentence row={entry} things={things} isLinked />
      </Fact>
      <Fact name={words.facts.by}>
        <AuditActor row={entry} things={things} />
      </Fact>
      <Fact name={words.facts.when}>{whole(entry.occurredAt)}</Fact>
      <Fact name={words.facts.outcome}>
        <OutcomeState {...entry} />
      </Fact>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} className="mono">
          {value}
        </Fact>
      ))}
      <Fact name={words.facts.hash} className="line">
        <Seal sha256={entry.hash} />
        <CopyButton text={entry.hash} label={words.copyHash} />
      </Fact>
      <Fact name={words.facts.details}>
        {entry.metadata === null ? (
          words.erased
        ) : (
          <pre className="details" tabIndex={0} aria-label={words.facts.details}>
            {JSON.stringify(entry.metadata, null, 2).slice(0, textMostChars)}
          </pre>
        )}
      </Fact>
    </dl>
  )
}

const Trace = ({ entry: { events, runs, logs } }: { readonly entry: AuditEntry }) => {
  const words = useAuditWords()
  const { whole } = useFormat()
  if (events.length + runs.length + logs.length === 0) return null
  return (
    <div className="pad trace">
      <h3>{words.sameTrace(events.length, runs.length, logs.length)}</h3>
      <ol className="stack-8">
        {events.slice(0, linesMost).map(({ id, eventType, occurredAt }) => (
          <li key={id} className="mono" title={whole(occurredAt)}>
            {eventType}
          </li>
        ))}
        {runs.slice(0, linesMost).map(({ id, kind, number, status }) => (
          <li key={id} className="mono">
            {kind} {number}: {status}
          </li>
        ))}
        {logs.slice(0, linesMost).map(({ name, at, text }, index) => (
          <li key={`${at} ${index}`}>
            <b className="mono">{name}</b>
            <pre className="details" tabIndex={0} aria-label={name}>
              {text.slice(0, textMostChars)}
            </pre>
          </li>
        ))}
      </ol>
    </div>
  )
}
