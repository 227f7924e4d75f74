import { useRef, useState, useLayoutEffect, type ClipboardEvent } from 'react'
import {
  deleteProjectSecretEntry,
  upsertProjectSecretEntries,
  type listProjectSecretEntries,
} from '../../../../../domains/code/secrets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'

export type SecretEntry = Reply<typeof listProjectSecretEntries>['entries'][number]

interface SecretRowProps {
  readonly projectId: string
  readonly entry: SecretEntry
}

/** A secret with its masked value, and a field to replace it. */
export const SecretRow = ({ projectId, entry }: SecretRowProps) => {
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
      <time className="m hide-s" dateTime={updatedAt} title={words.changedAt(whole(updatedAt))}>
        {agoInWords(updatedAt)}
      </time>
      <span className="m mono value">{isPassword(key) ? hidden : entry.value}</span>
      <Button
        ref={replaceButton}
        variant="plain"
        size="small"
        aria-label={words.replaceOf(key)}
        onClick={() => setReplacing(true)}
      >
        {words.replace}
      </Button>
      <ConfirmButton
        variant="plain"
        size="small"
        aria-label={words.removeOf(key)}
        label={words.remove}
        operation={deleteProjectSecretEntry}
        input={{ params: { projectId, key }, query: { source } }}
        title={words.removeAsk(key)}
      >
        {words.removeText(source)}
      </ConfirmButton>
    </div>
  )
}

const hidden = '••••'

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
