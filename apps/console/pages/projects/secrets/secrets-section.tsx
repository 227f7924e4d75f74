import { useState } from 'react'
import { listProjectSecretEntries, exportProjectSecrets } from '../../../../../domains/code/secrets/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { Section } from '../../../parts/section.tsx'
import { ImportSecrets } from './import-secrets.tsx'
import { SecretForm } from './secret-form.tsx'
import { SecretRow, type SecretEntry } from './secret-row.tsx'
import { Confirm } from '../../../parts/feedback/confirm.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import './secrets.css'

/** The secrets of a project: each masked, with its last change. */
export const SecretsSection = ({ projectId: id }: { readonly projectId: string }) => {
  const words = useProjectWords().secrets
  const { entries } = useReply(listProjectSecretEntries, { params: { projectId: id } })
  const sources = [...new Set(entries.map(({ source }) => source))]
  const [panel, setPanel] = useState<'write' | 'export'>()
  const toggle = (one: 'write' | 'export') => () => setPanel(panel === one ? undefined : one)
  return (
    <Section
      title={words.name}
      text={entries.length === 0 ? words.none : `${words.title(sources.length)} ${words.text}`}
      action={
        entries.length > 0 ? (
          <Button aria-expanded={panel === 'export'} onClick={toggle('export')}>
            {words.export}
          </Button>
        ) : undefined
      }
    >
      <div className="stack-16">
        {panel === 'write' ? <SecretForm projectId={id} sources={sources} onDone={() => setPanel(undefined)} /> : null}
        {panel === 'export' ? (
          <ExportSecrets projectId={id} sources={sources} onDone={() => setPanel(undefined)} />
        ) : null}
        <ImportSecrets projectId={id}>
          <Button aria-expanded={panel === 'write'} onClick={toggle('write')}>
            {words.write}
          </Button>
        </ImportSecrets>
        <Entries projectId={id} entries={entries} />
      </div>
    </Section>
  )
}

const Entries = ({ projectId, entries }: { readonly projectId: string; readonly entries: readonly SecretEntry[] }) => {
  const words = useProjectWords().secrets
  const [text, setText] = useState('')
  const fitting = entries.filter(({ key, source }) => `${key} ${source}`.toLowerCase().includes(text.toLowerCase()))
  const { shown, more } = useShowMore(fitting)
  if (entries.length === 0) return null
  return (
    <section>
      <div className="filters">
        <input
          type="search"
          className="input find"
          aria-label={words.find}
          placeholder={words.find}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="grow" />
        <span className="quiet">{words.count(fitting.length)}</span>
      </div>
      <div className="panel rows">
        {shown.length === 0 ? <Empty title={words.noneFound} text="" /> : null}
        {shown.map((entry) => (
          <SecretRow key={`${entry.source} ${entry.key}`} projectId={projectId} entry={entry} />
        ))}
      </div>
      <ShowMore onMore={more} />
    </section>
  )
}

interface ExportProps {
  readonly projectId: string
  readonly sources: readonly string[]
  readonly onDone: () => void
}

/** Saves a file with its values in clear on this device, after a confirmation. */
const ExportSecrets = ({ projectId, sources, onDone }: ExportProps) => {
  const words = useProjectWords().secrets
  const [source, setSource] = useState(sources[0] ?? '')
  const [isAsking, setAsking] = useState(false)
  const name = source.slice(source.lastIndexOf('/') + 1)
  const exporting = useDownload(exportProjectSecrets, { name, type: 'application/octet-stream', then: onDone })
  return (
    <div className="panel pad line wrap">
      <select
        className="input pick mono"
        aria-label={words.exportWhich}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      >
        <Options of={sources} />
      </select>
      <Button onClick={() => setAsking(true)}>{words.exportFile}</Button>
      {isAsking ? (
        <Confirm
          title={words.exportAsk(source)}
          verb={words.exportVerb}
          isBusy={exporting.isPending}
          error={exporting.error}
          onConfirm={() => exporting.mutate({ params: { projectId }, body: { source } })}
          onClose={() => setAsking(false)}
        >
          {words.exportText}
        </Confirm>
      ) : null}
    </div>
  )
}
