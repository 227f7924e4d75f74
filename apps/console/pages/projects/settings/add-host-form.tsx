import { useState } from 'react'
import { createCodeHost } from '../../../../../domains/code/code-hosts/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Options } from '../../../parts/options.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'

/** The credentials of a code host; an app is GitHub's alone. */
const ways = ['github-app', 'github', 'gitlab', 'gitea'] as const
type HostKind = (typeof ways)[number]

const empty = { name: '', baseUrl: '', token: '', appId: '', installationId: '', privateKey: '' }

/** Connects the workspace to a code host. Secrets stay in the form alone, and are gone once sent. */
export const AddHostForm = () => {
  const words = useConnectionWords()
  const [isOpen, setOpen] = useState(false)
  const [way, setWay] = useState<HostKind>('github-app')
  const [fields, setFields] = useState(empty)
  const create = useOperation(createCodeHost, {
    then: () => {
      setFields(empty)
      setOpen(false)
      create.reset()
    },
  })
  const change = (name: keyof typeof empty) => (event: { readonly target: { readonly value: string } }) =>
    setFields({ ...fields, [name]: event.target.value })
  const submit = () => create.mutate({ body: bodyOf(way, fields) })
  if (!isOpen)
    return (
      <div className="line">
        <Button onClick={() => setOpen(true)}>{words.addHost}</Button>
      </div>
    )
  return (
    <Form className="panel pad stack-16" error={create.error} onSubmit={submit}>
      <SelectField
        label={words.way}
        name="kind"
        value={way}
        onChange={(event) => setWay(event.target.value as HostKind)}
      >
        <Options of={ways} names={words.ways} />
      </SelectField>
      <TextField label={words.hostName} name="name" value={fields.name} onChange={change('name')} dir="auto" />
      <TextField
        label={words.address}
        hint={words.addressHint}
        name="baseUrl"
        type="url"
        value={fields.baseUrl}
        onChange={change('baseUrl')}
        spellCheck={false}
        dir="ltr"
      />
      {way === 'github-app' ? (
        <AppFields fields={fields} change={change} />
      ) : (
        <TextField
          label={words.token}
          name="token"
          type="password"
          value={fields.token}
          onChange={change('token')}
          autoComplete="off"
          dir="ltr"
        />
      )}
      <Refusal error={create.error} />
      <div className="line wrap">
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {words.connect}
        </Button>
        <Button
          onClick={() => {
            setFields(empty)
            setOpen(false)
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </Form>
  )
}

interface AppFieldsProps {
  readonly fields: typeof empty
  readonly change: (name: keyof typeof empty) => (event: { readonly target: { readonly value: string } }) => void
}

const AppFields = ({ fields, change }: AppFieldsProps) => {
  const words = useConnectionWords()
  return (
    <>
      <TextField
        label={words.appId}
        name="app.appId"
        value={fields.appId}
        onChange={change('appId')}
        autoComplete="off"
        dir="ltr"
      />
      <TextField
        label={words.installationId}
        hint={words.installationIdHint}
        name="app.installationId"
        inputMode="numeric"
        value={fields.installationId}
        onChange={change('installationId')}
        autoComplete="off"
        dir="ltr"
      />
      <TextArea
        label={words.privateKey}
        hint={words.privateKeyHint}
        name="app.privateKey"
        rows={6}
        value={fields.privateKey}
        onChange={change('privateKey')}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
    </>
  )
}

const bodyOf = (way: HostKind, fields: typeof empty) => {
  const { appId, installationId, privateKey, token } = fields
  const baseUrl = fields.baseUrl.trim()
  const named = { name: fields.name.trim(), ...(baseUrl !== '' && { baseUrl }) }
  if (way !== 'github-app') return { kind: way, ...named, token: token.trim() }
  const app = { appId: appId.trim(), installationId: installationId.trim(), privateKey }
  return { kind: 'github' as const, ...named, app }
}
