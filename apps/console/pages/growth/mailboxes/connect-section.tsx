import { useState } from 'react'
import { addGrowthMailbox, connectGrowthMailbox } from '../../../../../domains/growth/mailboxes/contract.ts'
import { serverAddressOf } from '../../../../../domains/growth/mailboxes/rules/server-address.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'

const empty = { address: '', displayName: '', user: '', password: '', smtp: '', imap: '' }
const fields = ['address', 'displayName', 'user', 'password', 'smtp', 'imap'] as const

/** Connects a mailbox: by an account at a provider, or with a password. */
export const ConnectSection = ({ providers }: { readonly providers: readonly ('google' | 'microsoft')[] }) => {
  const words = useMailboxWords()
  const connect = useOperation(connectGrowthMailbox, {
    then: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  })
  return (
    <Section title={words.connect} text={words.connectText}>
      <div className="panel pad stack">
        <div className="line wrap">
          {providers.map((provider) => (
            <Button key={provider} isPending={connect.isPending} onClick={() => connect.mutate({ body: { provider } })}>
              {words.providers[provider]}
            </Button>
          ))}
          {providers.length === 0 ? <span className="quiet">{words.noProviders}</span> : null}
        </div>
        <Refusal error={connect.error} codes={words.codes} />
        <PasswordForm />
      </div>
    </Section>
  )
}

const PasswordForm = () => {
  const words = useMailboxWords()
  // A password is kept nowhere but in its field.
  const [written, setWritten] = useState(empty)
  const [isChecked, setChecked] = useState(false)
  const add = useOperation(addGrowthMailbox, {
    then: () => {
      setWritten(empty)
      setChecked(false)
    },
  })
  const smtp = serverAddressOf(written.smtp, 465)
  const imap = serverAddressOf(written.imap, 993)
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
  return (
    <Form className="stack" error={add.error} onSubmit={submit}>
      {fields.map((field) => (
        <TextField
          key={field}
          name={field}
          label={words[field]}
          type={field === 'password' ? 'password' : 'text'}
          autoComplete="off"
          hint={field === 'smtp' || field === 'imap' ? words.serverHint : undefined}
          wrong={isChecked && wrong[field] ? words.missing : undefined}
          value={written[field]}
          onChange={(event) => setWritten({ ...written, [field]: event.target.value })}
        />
      ))}
      <Refusal error={add.error} codes={words.codes} />
      <Button type="submit" variant="primary" isPending={add.isPending} pendingText={words.adding}>
        {words.add}
      </Button>
    </Form>
  )
}
