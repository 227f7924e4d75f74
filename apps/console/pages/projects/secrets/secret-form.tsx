import { useState } from 'react'
import { upsertProjectSecretEntries } from '../../../../../domains/code/secrets/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useProjectWords } from '../../../words/project/index.ts'

interface SecretFormProps {
  readonly projectId: string
  readonly sources: readonly string[]
  readonly onDone: () => void
}

/** Writes a new secret, or a new value of an existing secret. No draft stores the value. */
export const SecretForm = ({ projectId, sources, onDone }: SecretFormProps) => {
  const words = useProjectWords().secrets
  const draft = useDraft(`secret.${projectId}`, { key: '', source: sources[0] ?? '.env' })
  const { key, source } = draft.fields
  const [value, setValue] = useState('')
  const [isChecked, setChecked] = useState(false)
  const write = useOperation(upsertProjectSecretEntries, {
    then: ({ refused }) => {
      if (refused.length > 0) return
      draft.clear()
      onDone()
    },
  })
  const submit = () => {
    setChecked(true)
    if (!key.trim() || !source.trim() || !value) return
    write.mutate({ params: { projectId }, body: { entries: [{ key: key.trim(), source: source.trim(), value }] } })
  }
  const missing = (text: string) => (isChecked && !text.trim() ? words.missing : undefined)
  const [refused] = write.data?.refused ?? []
  return (
    <Form className="panel pad stack-16" error={write.error} onSubmit={submit} autoComplete="off">
      <DraftField
        draft={draft}
        field="key"
        name="entries.0.key"
        label={words.key}
        maxLength={512}
        wrong={missing(key)}
        spellCheck={false}
        className="input mono"
      />
      <TextField
        name="entries.0.value"
        label={words.value}
        hint={words.valueHint}
        type="password"
        value={value}
        wrong={missing(value)}
        autoComplete="new-password"
        onChange={(event) => setValue(event.target.value)}
      />
      <DraftField
        draft={draft}
        field="source"
        name="entries.0.source"
        label={words.source}
        hint={words.sourceHint}
        maxLength={512}
        wrong={missing(source)}
        className="input mono"
      />
      {refused ? (
        <p className="note bad" role="alert">
          {refused.reason}
        </p>
      ) : null}
      <FormFoot of={write} verb={words.save} />
    </Form>
  )
}
