import { useState } from 'react'
import {
  deleteCodeHost,
  listCodeHosts,
  testCodeHost,
  renewCodeHost,
  createCodeHost,
} from '../../../../../domains/code/code-hosts/contract.ts'
import {
  deleteChatChannel,
  listChatChannels,
  testChatChannel,
  renewChatChannel,
} from '../../../../../domains/delivery/chat/contract.ts'
import {
  deleteTracker,
  listTrackers,
  testTracker,
  renewTracker,
} from '../../../../../domains/delivery/trackers/contract.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { useRole } from '../../../api/use-role.ts'
import {
  endOf,
  credentialBody,
  type Credential,
  type CredentialKind,
  type TokenEnd,
  credentialFields,
  type CredentialField,
} from './credential.ts'
import { Dialog } from '../../../parts/feedback/dialog.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { SelectField, TextField, TextArea } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Options } from '../../../parts/forms/options.tsx'

const tests = { codeHost: testCodeHost, tracker: testTracker, channel: testChatChannel } as const
const removals = { codeHost: deleteCodeHost, tracker: deleteTracker, channel: deleteChatChannel } as const
type ConnectionKind = keyof typeof tests

/** The connections of the workspace; administrators test, renew and remove each, and connect a code host. */
export const ConnectionList = () => {
  const words = useConnectionWords()
  const hosts = useReply(listCodeHosts)
  const trackers = useReply(listTrackers)
  const channels = useReply(listChatChannels)
  const of = (kind: ConnectionKind, rows: readonly Connection[]) =>
    rows.map((row) => <ConnectionRow key={row.id} kind={kind} connection={row} />)
  const { isAdministrator } = useRole()
  const [isAdding, setAdding] = useState(false)
  const isEmpty = hosts.length + trackers.length + channels.length === 0
  return (
    <div className="stack-16">
      <ul className="panel rows">
        {of('codeHost', hosts)}
        {of('tracker', trackers)}
        {of('channel', channels)}
        <li className="pad line wrap" hidden={!isEmpty && !isAdministrator}>
          {isEmpty ? <p className="grow soft">{words.noConnections}</p> : null}
          {isAdministrator ? (
            <Button aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              {words.addHost}
            </Button>
          ) : null}
        </li>
      </ul>
      {isAdding ? <AddHostForm onClose={() => setAdding(false)} /> : null}
    </div>
  )
}

interface Connection extends Partial<TokenEnd> {
  readonly id: string
  readonly name: string
  /** The app of a code host; null if it has a token. */
  readonly app?: object | null
}

const ConnectionRow = ({ kind, connection }: { readonly kind: ConnectionKind; readonly connection: Connection }) => {
  const { id, name, app = null, tokenExpiresAt = null, renewalError = null } = connection
  const words = useConnectionWords()
  const { day } = useFormat()
  const [isRenewing, setRenewing] = useState(false)
  const end = endOf({ ...connection, tokenExpiresAt }, useNow())
  const { isAdministrator } = useRole()
  const test = useOperation(tests[kind])
  const result = test.data
  return (
    <li className="row wrap">
      <span className="grow stack-8">
        <span className="t">{name}</span>
        <span className="m" role="status">
          {result ? (result.works ? words.works : result.problem) : words.kinds[kind]}
        </span>
        {end === undefined ? null : (
          <span className="line">
            <Glyph name={end === 'ended' ? 'bad' : 'wait'} />
            <span>{words[end](day(tokenExpiresAt!))}</span>
          </span>
        )}
        {renewalError === null ? null : <span dir="auto">{renewalError}</span>}
      </span>
      {isAdministrator ? (
        <span className="line">
          <Button
            size="small"
            aria-label={words.testOf(name)}
            isPending={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            {words.test}
          </Button>
          <Button size="small" aria-label={words.renewOf(name)} onClick={() => setRenewing(true)}>
            {words.renewShort}
          </Button>
          <ConfirmButton
            size="small"
            variant="plain"
            aria-label={words.removeOf(name)}
            label={words.remove}
            operation={removals[kind]}
            input={{ params: { id } }}
            title={words.removeTitle(name)}
            keep
          >
            {words.removeText[kind]}
          </ConfirmButton>
        </span>
      ) : null}
      <Refusal error={test.error} />
      {isRenewing ? (
        <RenewDialog kind={app === null ? kind : 'app'} id={id} name={name} onClose={() => setRenewing(false)} />
      ) : null}
    </li>
  )
}

const renewals = { app: renewCodeHost, codeHost: renewCodeHost, tracker: renewTracker, channel: renewChatChannel }

interface RenewDialogProps {
  readonly kind: CredentialKind
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Replaces only the credential of a connection. */
const RenewDialog = ({ kind, id, name, onClose }: RenewDialogProps) => {
  const words = useConnectionWords()
  const [credential, setCredential] = useState<Credential>({})
  const renew = useOperation(renewals[kind], {
    then: () => {
      onClose()
      toast(words.renewed(name))
    },
  })
  const submit = () => renew.mutate({ params: { id }, body: credentialBody(kind, credential) })
  return (
    <Dialog
      title={words.renewTitle(name)}
      action={words.renew[kind]}
      keep={words.cancel}
      isBusy={renew.isPending}
      error={renew.error}
      onAct={submit}
      onClose={onClose}
    >
      <p>{words.renewText[kind]}</p>
      <CredentialFields kind={kind} credential={credential} onChange={setCredential} />
      <Refusal error={renew.error} />
    </Dialog>
  )
}

/** Kinds of code hosts and credentials; only GitHub has apps. */
const ways = ['github-app', 'github', 'gitlab', 'gitea'] as const
type HostKind = (typeof ways)[number]

const credentialOf = (way: HostKind) => (way === 'github-app' ? 'app' : 'codeHost')

const empty = { name: '', baseUrl: '' }

/** Connects the workspace to a code host. Secrets are only in the form, which closes once they are sent. */
const AddHostForm = ({ onClose }: { readonly onClose: () => void }) => {
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

interface CredentialFieldsProps {
  readonly kind: CredentialKind
  readonly credential: Credential
  readonly onChange: (credential: Credential) => void
}

const types: Readonly<Partial<Record<CredentialField, string>>> = {
  token: 'password',
  tokenExpiresAt: 'date',
  'refresh.refreshToken': 'password',
  'refresh.clientSecret': 'password',
  webhookUrl: 'password',
}

/** The fields of the credential of a connection. No draft stores their values. */
const CredentialFields = ({ kind, credential, onChange }: CredentialFieldsProps) => {
  const { fields, fieldHints } = useConnectionWords()
  const hints: Readonly<Partial<Record<CredentialField, string>>> = fieldHints
  return credentialFields[kind].map((name) => {
    const field = {
      name,
      label: fields[name],
      hint: hints[name],
      value: credential[name] ?? '',
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        onChange({ ...credential, [name]: target.value }),
      autoComplete: 'off',
      spellCheck: false,
      dir: 'ltr',
    }
    return name === 'app.privateKey' ? (
      <TextArea key={name} {...field} rows={6} />
    ) : (
      <TextField key={name} {...field} type={types[name] ?? 'text'} />
    )
  })
}
