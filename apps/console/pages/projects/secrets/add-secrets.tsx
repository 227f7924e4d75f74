import { useState, useRef, type ReactNode } from 'react'
import { upsertProjectSecretEntries, importProjectSecretFiles } from '../../../../../domains/code/secrets/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import Upload from 'lucide-react/icons/upload'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { useChange } from '../../../api/use-change.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFiles } from '../../../parts/forms/choose-files.tsx'
import { base64Of } from '../../../parts/files/base64.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useDrop } from '../../../parts/forms/use-drop.ts'
import '../../../parts/scan/scan.css'

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

const importFiles = async (projectId: string, files: readonly File[]) => {
  const encoded = await Promise.all(
    files.map(async (file) => ({ path: file.name, contentBase64: await base64Of(file) })),
  )
  return call(importProjectSecretFiles, { params: { projectId }, body: { files: encoded } })
}

interface ImportSecretsProps {
  readonly projectId: string
  /** The button beside, which adds one secret by a form. */
  readonly children: ReactNode
}

/** Imports files with secrets, dropped or chosen, and shows the result of each file. */
export const ImportSecrets = ({ projectId, children }: ImportSecretsProps) => {
  const words = useProjectWords().secrets
  const input = useRef<HTMLInputElement>(null)
  const importing = useChange((files: readonly File[]) => importFiles(projectId, files), {
    calls: [importProjectSecretFiles],
  })
  const take = (files: FileList | null) => {
    if (files && files.length > 0) importing.mutate(Array.from(files))
  }
  const { isOver, handlers } = useDrop(({ files }) => take(files))
  return (
    <div className="scan secret-drop">
      <div role="group" aria-label={words.importLabel} className={isOver ? 'drop over' : 'drop'} {...handlers}>
        <p className={importing.isPending ? undefined : 'drop-idle'}>
          {importing.isPending ? words.importing : words.drop}
        </p>
        {children}
        <Button icon={Upload} isPending={importing.isPending} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        <ChooseFiles ref={input} label={words.choose} onFiles={take} />
      </div>
      <Refusal error={importing.error} />
      {importing.data ? <Outcome imported={importing.data} /> : null}
    </div>
  )
}

const Outcome = ({ imported: { files, skipped } }: { readonly imported: Reply<typeof importProjectSecretFiles> }) => {
  const words = useProjectWords().secrets
  return (
    <div className={skipped.length > 0 ? 'note wait' : 'note good'} role="status">
      <ul>
        {files.map(({ path, entryCount }) => (
          <li key={path}>
            <span className="mono">{path}</span>: {words.imported(entryCount)}
          </li>
        ))}
        {skipped.map(({ path, rule, line }) => (
          <li key={`skipped ${path}`}>
            <span className="mono">{path}</span>: {words.skipped(rule, line)}
          </li>
        ))}
      </ul>
    </div>
  )
}
