import { useState, useRef, useLayoutEffect, type ClipboardEvent, type ComponentProps } from 'react'
import {
  listProjectSecretEntries,
  exportProjectSecrets,
  deleteProjectSecretEntry,
  upsertProjectSecretEntries,
} from '../../../../../domains/code/secrets/contract.ts'
import { useReply, useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { Section } from '../../../parts/section.tsx'
import { ImportSecrets, SecretForm } from './add-secrets.tsx'
import { Confirm } from '../../../parts/feedback/confirm.tsx'
import { useDownload } from '../../../parts/files/use-download.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useAges, useFormat } from '../../../format.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
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
        {shown.length === 0 ? (
          <Empty title={words.noneFound} text="" />
        ) : (
          // The names of the columns; each button names its secret.
          <div className="row secret-row row-heads hide-s" aria-hidden="true">
            <span className="grow">{words.key}</span>
            <span className="path m">{words.source}</span>
            <span className="changed">{words.changed}</span>
            <span className="value">{words.value}</span>
            <span className="acts" />
          </div>
        )}
        {shown.map((entry) => (
          <SecretRow key={`${entry.source} ${entry.key}`} projectId={projectId} entry={entry} />
        ))}
      </div>
      <ShowMore onMore={more} />
    </section>
  )
}

/** Saves a file with its values in clear on this device, after a confirmation. */
const ExportSecrets = ({ projectId, sources, onDone }: ComponentProps<typeof SecretForm>) => {
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

type SecretEntry = Reply<typeof listProjectSecretEntries>['entries'][number]

interface SecretRowProps {
  readonly projectId: string
  readonly entry: SecretEntry
}

/** A secret with its masked value, and a field to replace it. */
const SecretRow = ({ projectId, entry }: SecretRowProps) => {
  const words = useProjectWords().secrets
  const [isReplacing, setReplacing] = useState(false)
  const replaceButton = useRef<HTMLButtonElement>(null)
  const { agoInWords } = useAges()
  const { whole } = useFormat()
  const { key, source, updatedAt } = entry
  const close = () => {
    setReplacing(false)
    // The button is drawn again with the row.
    requestAnimationFrame(() => replaceButton.current?.focus())
  }
  if (isReplacing) return <ReplaceSecret projectId={projectId} entry={entry} onDone={close} />
  return (
    <div className="row rows-cheap secret-row">
      <span className="t mono cut grow" title={key}>
        {key}
      </span>
      <span className="m path mono hide-s" title={source}>
        <bdi>{source}</bdi>
      </span>
      <time className="m hide-s changed" dateTime={updatedAt} title={words.changedAt(whole(updatedAt))}>
        {agoInWords(updatedAt)}
      </time>
      <span className="m mono value">{isPassword(key) ? '••••' : entry.value}</span>
      <span className="line acts">
        <Button ref={replaceButton} size="small" aria-label={words.replaceOf(key)} onClick={() => setReplacing(true)}>
          {words.replace}
        </Button>
        <ConfirmButton
          size="small"
          aria-label={words.removeOf(key)}
          label={words.remove}
          operation={deleteProjectSecretEntry}
          input={{ params: { projectId, key }, query: { source } }}
          title={words.removeAsk(key)}
        >
          {words.removeText(source)}
        </ConfirmButton>
      </span>
    </div>
  )
}

/** A password can be guessed from its end, unlike a key that a program made. */
const isPassword = (key: string) => /passw|passphrase|pwd/i.test(key)

interface ReplaceSecretProps extends SecretRowProps {
  readonly onDone: () => void
}

/** The field for a new value in the row of a secret. No draft stores the value. */
const ReplaceSecret = ({ projectId, entry: { key, source }, onDone }: ReplaceSecretProps) => {
  const words = useProjectWords().secrets
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.querySelector('input')?.focus(), [])
  const write = useOperation(upsertProjectSecretEntries, { then: ({ refused }) => refused.length === 0 && onDone() })
  const submit = () => {
    if (value) write.mutate({ params: { projectId }, body: { entries: [{ key, source, value }] } })
    else setWrong(words.missing)
  }
  const paste = (event: ClipboardEvent) => {
    // A single-line field would drop the breaks and store another value.
    if (!/[\r\n]/.test(event.clipboardData.getData('text').trim())) return
    event.preventDefault()
    setWrong(words.severalLines(source))
  }
  return (
    <Form
      className="row tall secret-edit"
      error={write.error}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      autoComplete="off"
    >
      <span className="t mono cut" title={key}>
        {key}
      </span>
      <div ref={place} className="grow">
        <TextField
          name="entries.0.value"
          label={words.newValueOf(key)}
          type="password"
          autoComplete="new-password"
          value={value}
          wrong={wrong ?? write.data?.refused[0]?.reason}
          onPaste={paste}
          onChange={(event) => {
            setWrong(undefined)
            setValue(event.target.value)
          }}
        />
      </div>
      <div className="line">
        <Button type="submit" variant="primary" isPending={write.isPending} pendingText={words.replacing}>
          {words.replace}
        </Button>
        <Button variant="plain" onClick={onDone}>
          {words.keep}
        </Button>
      </div>
      <Refusal error={write.error} />
    </Form>
  )
}
