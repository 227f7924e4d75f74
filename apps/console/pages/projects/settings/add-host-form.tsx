import { useState } from 'react'
import { createCodeHost } from '../../../../../domains/code/code-hosts/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Options } from '../../../parts/forms/options.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { credentialBody, type Credential } from './credential.ts'
import { CredentialFields } from './credential-fields.tsx'

/** Kinds of code hosts and credentials; only GitHub has apps. */
const ways = ['github-app', 'github', 'gitlab', 'gitea'] as const
type HostKind = (typeof ways)[number]

const credentialOf = (way: HostKind) => (way === 'github-app' ? 'app' : 'codeHost')

const empty = { name: '', baseUrl: '' }

/** Connects the workspace to a code host. Secrets are only in the form, which closes once they are sent. */
export const AddHostForm = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useConnectionWords()
  const [way, setWay] = useState<HostKind>('github-app')
  const [fields, setFields] = useState(empty)
  const [credential, setCredential] = useState<Credential>({})
  const create = useOperation(createCodeHost, { then: onClose })
  const change = (name: keyof typeof empty) => (event: { readonly target: { readonly value: string } }) =>
    setFields({ ...fields, [name]: event.target.value })
  const submit = () => create.mutate({ body: bodyOf(way, fields, credential) })
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
      <CredentialFields kind={credentialOf(way)} credential={credential} onChange={setCredential} />
      <FormFoot of={create} verb={words.connect} onCancel={onClose} />
    </Form>
  )
}

const bodyOf = (way: HostKind, { name, baseUrl }: typeof empty, credential: Credential) => ({
  kind: way === 'github-app' ? ('github' as const) : way,
  name: name.trim(),
  ...(baseUrl.trim() !== '' && { baseUrl: baseUrl.trim() }),
  ...credentialBody(credentialOf(way), credential),
})
