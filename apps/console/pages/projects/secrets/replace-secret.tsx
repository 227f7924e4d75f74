import { useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react'
import { upsertProjectSecretEntries } from '../../../../../domains/code/secrets/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import type { SecretEntry } from './secret-entry.ts'

interface ReplaceSecretProps {
  readonly projectId: string
  readonly entry: SecretEntry
  readonly onDone: () => void
}

/** The field for a new value in the row of a secret. The value is only in this field: no draft keeps it. */
export const ReplaceSecret = ({ projectId, entry: { key, source }, onDone }: ReplaceSecretProps) => {
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
