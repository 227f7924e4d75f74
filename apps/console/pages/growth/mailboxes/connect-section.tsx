import { useState, type ReactNode } from 'react'
import { addGrowthMailbox, connectGrowthMailbox } from '../../../../../domains/growth/mailboxes/contract.ts'
import { serverAddressOf } from '../../../../../domains/growth/mailboxes/rules/server-address.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'
import { usualServersOf, type MailServers } from './usual-servers.ts'
import './mailboxes.css'

const empty = { address: '', displayName: '', user: '', password: '' }
const fieldsOfPerson = ['address', 'password'] as const
const otherFields = ['displayName', 'user', 'smtp', 'imap'] as const
type MailboxFields = typeof empty & Partial<MailServers>
type FieldName = keyof MailboxFields

/** Connects a mailbox: by an account at a provider, or with a password. */
export const ConnectSection = ({ providers }: { readonly providers: readonly ('google' | 'microsoft')[] }) => {
  const words = useMailboxWords()
  const connect = useOperation(connectGrowthMailbox, {
    then: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  })
  return (
    <Section title={words.connect} text={providers.length === 0 ? words.noProviders : words.connectText}>
      <div className="panel pad stack">
        {providers.length === 0 ? null : (
          <div className="line wrap">
            {providers.map((provider) => (
              <Button
                key={provider}
                isPending={connect.isPending}
                onClick={() => connect.mutate({ body: { provider } })}
              >
                {words.providers[provider]}
              </Button>
            ))}
          </div>
        )}
        <Refusal error={connect.error} codes={words.codes} />
        <PasswordForm />
      </div>
    </Section>
  )
}

const PasswordForm = () => {
  const words = useMailboxWords()
  // A password is kept nowhere but in its field.
  const [written, setWritten] = useState<MailboxFields>(empty)
  const [isChecked, setChecked] = useState(false)
  const add = useOperation(addGrowthMailbox, {
    then: () => {
      setWritten(empty)
      setChecked(false)
    },
  })
  // The servers follow the address until they are typed.
  const shown = { ...usualServersOf(written.address), ...written }
  const smtp = serverAddressOf(shown.smtp, 465)
  const imap = serverAddressOf(shown.imap, 993)
  const wrong = {
    address: written.address.trim() === '',
    displayName: false,
    user: false,
    password: written.password === '',
    smtp: !smtp,
    imap: !imap,
  }
  const submit = () => {
    setChecked(true)
    if (!smtp || !imap || Object.values(wrong).includes(true)) return
    const { address, displayName, user, password } = written
    const name = displayName.trim()
    add.mutate({
      body: {
        address: address.trim(),
        ...(name !== '' && { displayName: name }),
        user: user.trim() === '' ? address.trim() : user.trim(),
        password,
        smtp,
        imap,
      },
    })
  }
  const hints: Partial<Readonly<Record<FieldName, string>>> = {
    password: words.passwordHint,
    displayName: words.optional,
    user: words.userHint,
    smtp: words.smtpHint,
    imap: words.imapHint,
  }
  const inputOf = (field: FieldName) => (
    <TextField
      key={field}
      name={field}
      label={words[field]}
      type={field === 'password' ? 'password' : 'text'}
      autoComplete="off"
      hint={hints[field]}
      wrong={isChecked && wrong[field] ? words.missing : undefined}
      value={shown[field]}
      onChange={(event) => setWritten({ ...written, [field]: event.target.value })}
    />
  )
  return (
    <Form className="stack" error={add.error} onSubmit={submit}>
      <div className="side-by-side mailbox-fields">{fieldsOfPerson.map(inputOf)}</div>
      <Servers
        servers={shown}
        areGuessed={written.smtp === undefined && written.imap === undefined}
        isOpen={isChecked && (wrong.smtp || wrong.imap)}
      >
        <div className="side-by-side mailbox-fields">{otherFields.map(inputOf)}</div>
      </Servers>
      <Refusal error={add.error} codes={words.codes} />
      <div className="line">
        <Button type="submit" variant="primary" isPending={add.isPending} pendingText={words.adding}>
          {words.add}
        </Button>
      </div>
    </Form>
  )
}

interface ServersProps {
  readonly servers: MailServers
  readonly areGuessed: boolean
  /** Whether a field in it has to be corrected. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** The servers that the address has, and the fields to change them: folded, for most addresses need none of them. */
const Servers = ({ servers: { smtp, imap }, areGuessed, isOpen, children }: ServersProps) => {
  const words = useMailboxWords()
  return (
    <div className="stack-8">
      <p className="quiet" role="status">
        {smtp === '' && imap === ''
          ? words.serversLater
          : (areGuessed ? words.serversFound : words.serversTyped)(smtp, imap)}
      </p>
      <details open={isOpen || undefined}>
        <summary>{words.more}</summary>
        <div className="more-fields">{children}</div>
      </details>
    </div>
  )
}
