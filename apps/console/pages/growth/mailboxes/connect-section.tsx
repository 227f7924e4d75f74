import { Fragment, type ReactNode } from 'react'
import { addGrowthMailbox, connectGrowthMailbox } from '../../../../../domains/growth/mailboxes/contract.ts'
import { serverAddressOf } from '../../../../../domains/growth/mailboxes/rules.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Section } from '../../../parts/section.tsx'
import { useMailboxWords } from '../../../words/growth-mailboxes/index.ts'
import { usualServersOf, type MailServers } from './usual-servers.ts'
import './mailboxes.css'

const oauthProviders = ['google', 'microsoft'] as const
type MailProvider = (typeof oauthProviders)[number]
const providerNames = { google: 'Google', microsoft: 'Microsoft' } as const

const empty = { address: '', displayName: '', user: '', password: '' }
const fieldsOfPerson = ['address', 'password'] as const
const otherFields = ['displayName', 'user', 'smtp', 'imap'] as const
/** Where people of a provider make an app password. Source: the help pages of each. */
const appPasswords = {
  Gmail: 'https://myaccount.google.com/apppasswords',
  iCloud: 'https://account.apple.com/account/manage',
  Yahoo: 'https://login.yahoo.com/account/security',
} as const
type MailboxFields = typeof empty & Partial<MailServers>
type FieldName = keyof MailboxFields

/** Connects a mailbox: with a password, or by an account at a provider that this server is registered at. */
export const ConnectSection = ({ providers }: { readonly providers: readonly MailProvider[] }) => {
  const words = useMailboxWords()
  const { list } = useFormat()
  const missing = oauthProviders.filter((one) => !providers.includes(one)).map((one) => providerNames[one])
  const connect = useOperation(connectGrowthMailbox, {
    then: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  })
  return (
    <Section title={words.connect}>
      <div className="panel rows">
        <div className="pad stack">
          <div>
            {providers.length === 0 ? null : <h3>{words.withPassword}</h3>}
            <p className="quiet">{words.storedEncrypted}</p>
          </div>
          <PasswordForm />
          {providers.length === 0 ? null : (
            <div className="line wrap">
              {providers.map((provider) => (
                <Button
                  key={provider}
                  isPending={connect.isPending}
                  onClick={() => connect.mutate({ body: { provider } })}
                >
                  {words.connectTo(providerNames[provider])}
                </Button>
              ))}
            </div>
          )}
          <Refusal error={connect.error} codes={words.codes} />
        </div>
        {missing.length === 0 ? null : (
          <div className="pad">
            <p className="quiet">{words.notSetUp(list(missing), missing.length)}</p>
            <Fold title={words.how}>
              <p className="quiet">{words.setUp}</p>
            </Fold>
          </div>
        )}
      </div>
    </Section>
  )
}

/** The fields with the servers that follow from the address until they are typed. */
const shownOf = (typed: MailboxFields) => ({ ...usualServersOf(typed.address), ...typed })

/** The servers of the fields, with the usual ports of SMTP and IMAP over TLS if none is typed. */
const serversOf = (typed: MailboxFields) => {
  const { smtp, imap } = shownOf(typed)
  return { smtp: serverAddressOf(smtp, 465), imap: serverAddressOf(imap, 993) }
}

const PasswordForm = () => {
  const words = useMailboxWords()
  // A password is kept nowhere but in its field.
  const form = useForm<typeof addGrowthMailbox, MailboxFields>(addGrowthMailbox, {
    saved: empty,
    missing: words.missing,
    check: (typed) => {
      const { smtp, imap } = serversOf(typed)
      return {
        user: undefined,
        password: typed.password === '' ? words.missing : undefined,
        smtp: smtp ? undefined : words.missing,
        imap: imap ? undefined : words.missing,
      }
    },
    body: (typed) => {
      const { smtp, imap } = serversOf(typed)
      const address = typed.address.trim()
      const displayName = typed.displayName.trim()
      const user = typed.user.trim() || address
      return { address, ...(displayName && { displayName }), user, password: typed.password, smtp: smtp!, imap: imap! }
    },
  })
  const shown = shownOf(form.fields)
  const areGuessed = form.fields.smtp === undefined && form.fields.imap === undefined
  const hints: Partial<Readonly<Record<FieldName, ReactNode>>> = {
    address: (
      <span role="status">
        {shown.smtp === '' && shown.imap === ''
          ? words.serversLater
          : (areGuessed ? words.serversFound : words.serversTyped)(shown.smtp, shown.imap)}
      </span>
    ),
    password: (
      <>
        {Object.entries(appPasswords).map(([name, href], at, all) => (
          <Fragment key={name}>
            {at === 0 ? null : at === all.length - 1 ? words.and : ', '}
            <a className="link" href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          </Fragment>
        ))}{' '}
        {words.passwordHint}
      </>
    ),
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
      maxLength={form.mostAt(field)}
      wrong={form.wrong[field]}
      value={shown[field]}
      onChange={(event) => form.set(field, event.target.value)}
    />
  )
  return (
    <Form className="stack" error={form.error} onSubmit={form.submit}>
      <div className="side-by-side mailbox-fields">{fieldsOfPerson.map(inputOf)}</div>
      <Fold title={words.more} isOpenAtFirst={(form.wrong.smtp ?? form.wrong.imap) !== undefined}>
        <div className="side-by-side mailbox-fields">{otherFields.map(inputOf)}</div>
      </Fold>
      <FormFoot of={form} verb={words.add} pendingText={words.adding} codes={words.codes} />
    </Form>
  )
}
